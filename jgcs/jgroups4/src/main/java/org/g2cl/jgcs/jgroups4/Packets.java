package org.g2cl.jgcs.jgroups4;

import java.io.DataInput;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.util.Arrays;
import net.sf.jgcs.spi.RareLog;
import org.jgroups.Address;
import org.jgroups.Message;
import org.jgroups.Message.Flag;
import org.jgroups.protocols.BasicTCP;
import org.jgroups.protocols.TP;
import org.jgroups.stack.ProtocolStack;
import org.jgroups.util.AsciiString;
import org.jgroups.util.MessageBatch;
import org.jgroups.util.MessageBatch.Mode;
import org.jgroups.util.Util;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reader of packets that allocates no more than has come, but for a piece.
 *
 * <p>JGroups believes the lengths in a packet: a few bytes of a stranger that says no more would
 * hold gigabytes. What cannot be read is logged once in a while. Checked against 4.2.30.
 */
final class Packets {
  /** What a message is given at once: more than the fragments of the shipped stacks. */
  private static final int PIECE = 72 << 10;

  /** Longest packet of a stack that puts messages into fragments, at least. */
  private static final int LEAST_MOST = 1 << 20;

  /** Bundles in the longest packet: views and lists of members are no fragments. */
  private static final int BUNDLES = 4;

  /** Longest packet of a stack without fragments: a message of 64 MiB, and what is around it. */
  private static final int MOST_UNFRAGMENTED = 66 << 20;

  /** Messages that the list for a bundle has room for at once. */
  private static final int ROOM = 64;

  private static final String MOST = "max_length";
  private static final Logger LOG = LoggerFactory.getLogger(Packets.class);
  private static final RareLog STRANGE = new RareLog();

  private Packets() {}

  /** Bounds the packets that the transport takes, unless the stack does. */
  static void bound(ProtocolStack stack) {
    TP transport = stack.getTransport();
    if (transport instanceof BasicTCP tcp && tcp.getMaxLength() <= 0) {
      boolean fragments =
          stack.getProtocols().stream().anyMatch(p -> p.getName().startsWith("FRAG"));
      long most =
          fragments
              ? Math.max(LEAST_MOST, (long) BUNDLES * tcp.getMaxBundleSize())
              : MOST_UNFRAGMENTED;
      tcp.setValue(MOST, (int) Math.min(most, MOST_UNFRAGMENTED));
    }
  }

  /** Longest packet that a transport takes. */
  static int most(TP transport) {
    return transport instanceof BasicTCP tcp && tcp.getMaxLength() > 0
        ? tcp.getMaxLength()
        : MOST_UNFRAGMENTED;
  }

  /** Reads bytes, as they come, into an array of just that length. */
  static byte[] bytes(DataInput in, int length, int most) throws IOException {
    if (length < 0 || length > most) {
      throw new RefusedPacket("a length of %d is refused: %d is the most".formatted(length, most));
    }
    byte[] read = new byte[Math.min(length, PIECE)];
    in.readFully(read);
    while (read.length < length) {
      int before = read.length;
      read = Arrays.copyOf(read, (int) Math.min(length, 2L * before));
      in.readFully(read, before, read.length - before);
    }
    return read;
  }

  /**
   * Reads a message.
   *
   * @throws RefusedPacket when it is none
   */
  static Message message(DataInput in, int most) {
    try {
      return read(in, most);
    } catch (IOException | ClassNotFoundException | RuntimeException | StackOverflowError e) {
      throw refusal(e);
    }
  }

  /**
   * Reads a bundle: regular messages, unordered ones, internal unordered ones, internal ones.
   *
   * @throws RefusedPacket when it is none
   */
  static MessageBatch[] bundle(DataInput in, boolean multicast, int most) {
    try {
      return messages(in, multicast, most);
    } catch (IOException | ClassNotFoundException | RuntimeException | StackOverflowError e) {
      throw refusal(e);
    }
  }

  /** Tells whether the content of a message is one that can be read, and the log when it is not. */
  static boolean holdsMessage(Message message) {
    try {
      CheckedMessage.checkWithin(message);
      return true;
    } catch (IOException | ClassNotFoundException | RuntimeException | StackOverflowError e) {
      refused(message.getSrc(), refusal(e));
      return false;
    }
  }

  private static RefusedPacket refusal(Throwable cause) {
    return cause instanceof RefusedPacket known ? known : new RefusedPacket(cause);
  }

  private static Message read(DataInput in, int most) throws IOException, ClassNotFoundException {
    Message message = new CheckedMessage(most);
    message.readFrom(in);
    return message;
  }

  private static MessageBatch[] messages(DataInput in, boolean multicast, int most)
      throws IOException, ClassNotFoundException {
    MessageBatch[] batches = new MessageBatch[4];
    Address destination = Util.readAddress(in);
    Address source = Util.readAddress(in);
    int length = in.readShort();
    AsciiString group = length < 0 ? null : new AsciiString(bytes(in, length, most));
    int count = in.readInt();
    for (int i = 0; i < count; i++) {
      Message message = read(in, most);
      message.setDest(destination);
      if (message.getSrc() == null) {
        message.setSrc(source);
      }
      boolean unordered = message.isFlagSet(Flag.OOB);
      boolean internal = message.isFlagSet(Flag.INTERNAL);
      int place = internal ? (unordered ? 2 : 3) : (unordered ? 1 : 0);
      if (batches[place] == null) {
        Mode mode = unordered ? Mode.OOB : internal ? Mode.INTERNAL : Mode.REG;
        batches[place] =
            new MessageBatch(destination, source, group, multicast, mode, Math.min(count, ROOM));
      }
      batches[place].add(message);
    }
    return batches;
  }

  /** Hands a message up; what fails there is no fault of the packet, and logged as by JGroups. */
  static void handUp(Runnable processing) {
    try {
      processing.run();
    } catch (RuntimeException | Error e) {
      LOG.error("failed handling incoming message", e);
    }
  }

  /** Tells the log, once in a while. */
  static void refused(Address origin, RefusedPacket failure) {
    if (STRANGE.count()) {
      LOG.warn(
          "a packet of {} cannot be read ({}): {} ({} such so far, each in debug)",
          origin,
          Thread.currentThread().getName(),
          failure.getMessage(),
          STRANGE.total());
    }
    LOG.debug("a packet of {} cannot be read", origin, failure);
  }

  /**
   * What ends a connection: where its next packet begins is not known. Tells the log, unless the
   * peer ended it.
   */
  static IOException ended(Address peer, RefusedPacket failure) {
    if (failure.getCause() instanceof EOFException
        || failure.getCause() instanceof SocketException) {
      return (IOException) failure.getCause();
    }
    refused(peer, failure);
    return new EOFException(failure.getMessage());
  }
}
