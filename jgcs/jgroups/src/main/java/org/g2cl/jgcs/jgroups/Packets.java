package org.g2cl.jgcs.jgroups;

import java.io.DataInput;
import java.io.IOException;
import java.util.Arrays;
import org.jgroups.logging.Log;
import org.jgroups.protocols.BasicTCP;
import org.jgroups.protocols.Fragmentation;
import org.jgroups.protocols.TP;
import org.jgroups.stack.ProtocolStack;
import org.jgroups.util.ByteArrayDataInputStream;
import org.jgroups.util.Util;

/**
 * Reader of what is announced by its length, which allocates no more than has come, but for a
 * piece. One for each transport; thread-safe.
 *
 * <p>JGroups reads a message right from the connection and believes the lengths in it: a few bytes
 * of a stranger that says no more would hold gigabytes. A packet is read whole first, so that all
 * lengths within can be compared with what there is.
 */
final class Packets {
  /** What a connection is given at once: more than the packets of the shipped stacks. */
  static final int PIECE = 72 << 10;

  /** Longest packet of a stack that puts messages into fragments, at least. */
  static final int LEAST_MOST = 1 << 20;

  /** Bundles in the longest packet: views and lists of members are no fragments. */
  private static final int BUNDLES = 4;

  /** Longest packet of a stack without fragments: a message of 64 MiB, and what is around it. */
  static final int MOST_UNFRAGMENTED = 66 << 20;

  /** Type, leading byte, flags and number of headers. */
  static final int SHORTEST_MESSAGE = 7;

  private final ThreadLocal<byte[]> buffers = ThreadLocal.withInitial(() -> new byte[1 << 10]);

  /** Bounds the packets that the transport takes, unless the stack does. */
  static void bound(ProtocolStack stack) {
    TP transport = stack.getTransport();
    if (transport instanceof BasicTCP tcp && tcp.getMaxLength() <= 0) {
      Fragmentation fragments = stack.findProtocol(Fragmentation.class);
      tcp.setMaxLength(
          fragments == null
              ? MOST_UNFRAGMENTED
              : (int)
                  Math.min(
                      Math.max(LEAST_MOST, (long) BUNDLES * tcp.getBundler().getMaxSize()),
                      MOST_UNFRAGMENTED));
    }
  }

  /** Reads a packet into an array of the thread's own, which may be longer. */
  byte[] read(DataInput in, int length) throws IOException {
    if (length < 0) {
      throw new RefusedPacket("a packet of length " + length + " is refused");
    }
    if (length > PIECE) {
      return bytes(in, length);
    }
    byte[] buffer = buffers.get();
    if (buffer.length < length) {
      buffer = new byte[Math.min(PIECE, Math.max(length, 2 * buffer.length))];
      buffers.set(buffer);
    }
    in.readFully(buffer, 0, length);
    return buffer;
  }

  /** Reads bytes into an array of just that length. */
  static byte[] bytes(DataInput in, int length) throws IOException {
    if (in instanceof ByteArrayDataInputStream packet && length > left(packet)) {
      throw refusedLength(packet, length);
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

  private static RefusedPacket refusedLength(ByteArrayDataInputStream packet, int length) {
    return new RefusedPacket(
        "a length of %d is refused: %d bytes are left".formatted(length, left(packet)));
  }

  private static int left(ByteArrayDataInputStream packet) {
    return packet.limit() - packet.position();
  }

  /** Checks a number of messages that are to follow. */
  static int checkedCount(DataInput in, int count) {
    int most = in instanceof ByteArrayDataInputStream packet ? left(packet) : PIECE;
    if (count > most / SHORTEST_MESSAGE) {
      throw new RefusedPacket(
          "a list of %d messages is refused: it has %d bytes at most".formatted(count, most));
    }
    return count;
  }

  /** Passes over bytes; a length that is not positive stands for none, as with JGroups. */
  static void skip(ByteArrayDataInputStream packet, int length) {
    if (length > left(packet)) {
      throw refusedLength(packet, length);
    }
    packet.advance(Math.max(0, length));
  }

  /** Tells whether a bundle can be read, reads nothing, and tells the log of one that cannot. */
  static boolean isBundle(DataInput in, Log log) {
    try {
      checkBundle(in);
      return true;
    } catch (IOException | ClassNotFoundException | RuntimeException e) {
      log.error(QuietLog.INCOMING_FAILURE, e);
      return false;
    }
  }

  /** Checks the number of messages, for which JGroups makes an array. */
  private static void checkBundle(DataInput in) throws IOException, ClassNotFoundException {
    if (!(in instanceof ByteArrayDataInputStream packet)) {
      throw new IllegalStateException("a bundle is read from " + in + ", of unknown length");
    }
    int start = packet.position();
    Util.readAddress(packet);
    Util.readAddress(packet);
    skip(packet, packet.readShort());
    checkedCount(packet, packet.readInt());
    packet.position(start);
  }
}
