package org.g2cl.jgcs.jgroups;

import java.io.DataInput;
import java.io.IOException;
import java.util.function.Supplier;
import org.jgroups.BatchMessage;
import org.jgroups.BytesMessage;
import org.jgroups.CompositeMessage;
import org.jgroups.FragmentedMessage;
import org.jgroups.MergeView;
import org.jgroups.Message;
import org.jgroups.MessageFactory;
import org.jgroups.NioMessage;
import org.jgroups.ObjectMessage;
import org.jgroups.View;
import org.jgroups.protocols.relay.SiteMaster;
import org.jgroups.protocols.relay.SiteUUID;
import org.jgroups.util.ByteArray;
import org.jgroups.util.ByteArrayDataInputStream;
import org.jgroups.util.ByteArrayDataOutputStream;
import org.jgroups.util.Digest;
import org.jgroups.util.ExtendedUUID;
import org.jgroups.util.MutableDigest;
import org.jgroups.util.SeqnoList;
import org.jgroups.util.SizeStreamable;
import org.jgroups.util.UUID;
import org.jgroups.util.Util;

/**
 * Messages of JGroups that make no object of a class that the sender names.
 *
 * <p>JGroups reads Java objects out of messages before it looks at the group, the addressee or any
 * key. Whoever reached the port could run code. Here a message with an object holds one of those
 * that JGroups' own protocols send, and all others hold bytes; the lengths within are no longer
 * than what there is. JGroups makes the messages of all channels of a process in one place, so this
 * holds for channels that others opened, too. Checked against 5.5.7.
 */
final class CheckedMessages extends MessageFactory {
  private CheckedMessages() {}

  /** Makes JGroups read messages so; types that an application registered stay as they are. */
  static void install() {
    creators[Message.BYTES_MSG] = Bytes::new;
    creators[Message.NIO_MSG] = Nio::new;
    creators[Message.OBJ_MSG] = Objects::new;
    creators[Message.COMPOSITE_MSG] = Composite::new;
    creators[Message.FRAG_MSG] = Fragment::new;
    creators[Message.EARLYBATCH_MSG] = Batch::new;
  }

  private static RefusedPacket serialized() {
    return new RefusedPacket("a message with a serialized object is refused");
  }

  /**
   * One of the messages of a list, which JGroups' own protocols make; applications make lists
   * without lists in them. So none is within itself, to any depth.
   */
  private static Message inBatch(short type) {
    if (type == Message.EARLYBATCH_MSG) {
      throw new RefusedPacket("a batch of messages in a batch or list of messages is refused");
    }
    return create(type);
  }

  /** One of the messages of a list that an application has made. */
  private static Message inList(short type) {
    if (type == Message.COMPOSITE_MSG) {
      throw new RefusedPacket("a list of messages in a list of messages is refused");
    }
    return inBatch(type);
  }

  private static final class Bytes extends BytesMessage {
    @Override
    public Supplier<Message> create() {
      return Bytes::new;
    }

    @Override
    public void readPayload(DataInput in) throws IOException {
      int size = in.readInt();
      if (size >= 0) {
        setArray(Packets.bytes(in, size), 0, size);
      }
    }

    @Override
    @SuppressWarnings("TypeParameterUnusedInFormals") // declared so by JGroups
    public <T> T getObject(ClassLoader loader) {
      if (isFlagSet(Flag.SERIALIZED)) {
        throw serialized();
      }
      return super.getObject(loader);
    }
  }

  private static final class Nio extends NioMessage {
    @Override
    public Supplier<Message> create() {
      return Nio::new;
    }

    @Override
    public void readPayload(DataInput in) throws IOException {
      useDirectMemory(in.readBoolean());
      int size = in.readInt();
      if (size >= 0) {
        setArray(new ByteArray(Packets.bytes(in, size)));
      }
    }

    @Override
    @SuppressWarnings("TypeParameterUnusedInFormals") // declared so by JGroups
    public <T> T getObject(ClassLoader loader) {
      if (isFlagSet(Flag.SERIALIZED)) {
        throw serialized();
      }
      return super.getObject(loader);
    }
  }

  private static final class Fragment extends FragmentedMessage {
    @Override
    public Supplier<Message> create() {
      return Fragment::new;
    }

    @Override
    public void readPayload(DataInput in) throws IOException {
      length = in.readInt();
      if (length > 0) {
        array = Packets.bytes(in, length);
      }
    }
  }

  private static final class Composite extends CompositeMessage {
    @Override
    public Supplier<Message> create() {
      return Composite::new;
    }

    @Override
    public void readPayload(DataInput in) throws IOException, ClassNotFoundException {
      index = Packets.checkedCount(in, in.readInt());
      if (index > 0) {
        msgs = new Message[index];
        for (int i = 0; i < index; i++) {
          msgs[i] = inList(in.readShort()).setDest(getDest()).setSrc(getSrc());
          msgs[i].readFrom(in);
        }
      }
    }
  }

  private static final class Batch extends BatchMessage {
    @Override
    public Supplier<Message> create() {
      return Batch::new;
    }

    @Override
    public void readPayload(DataInput in) throws IOException, ClassNotFoundException {
      index = Packets.checkedCount(in, in.readInt());
      orig_src = Util.readAddress(in);
      if (index > 0) {
        msgs = new Message[index];
        for (int i = 0; i < index; i++) {
          msgs[i] = inBatch(in.readShort()).setDest(getDest()).setSrc(orig_src);
          msgs[i].readFrom(in);
        }
      }
    }
  }

  private static final class Objects extends ObjectMessage {
    private static final short VIEW = 4;
    private static final short MERGE_VIEW = 6;
    private static final short DIGEST = 9;
    private static final short MUTABLE_DIGEST = 10;
    private static final short UUID_ADDRESS = 11;
    private static final short EXTENDED_UUID = 12;
    private static final short SITE_UUID = 13;
    private static final short SITE_MASTER = 14;
    private static final short SEQNO_LIST = 15;

    /** What JGroups writes in the place of a number when a name follows. */
    private static final short NAME = -1;

    @Override
    public Supplier<Message> create() {
      return Objects::new;
    }

    @Override
    public void readPayload(DataInput in) throws IOException, ClassNotFoundException {
      if (in.readByte() != 0) {
        obj = object(in, in.readShort());
      }
    }

    private static SizeStreamable object(DataInput in, short number)
        throws IOException, ClassNotFoundException {
      SizeStreamable read =
          switch (number) {
            case VIEW -> new View();
            case MERGE_VIEW -> new MergeView();
            case DIGEST -> new Digest();
            case MUTABLE_DIGEST -> new MutableDigest();
            case SEQNO_LIST -> new SeqnoList();
            case UUID_ADDRESS -> new UUID(); // RELAY3 tells of members that are not reached
            case EXTENDED_UUID -> new ExtendedUUID();
            case SITE_UUID -> new SiteUUID();
            case SITE_MASTER -> new SiteMaster();
            case NAME ->
                throw new RefusedPacket("a message with an object of a named class is refused");
            default ->
                throw new RefusedPacket(
                    "a message with an object of class number " + number + " is refused");
          };
      read.readFrom(number == SEQNO_LIST ? seqnos(in) : in);
      return read;
    }

    /** The bytes of a list of seqnos, which begins with how many of them there can be. */
    private static DataInput seqnos(DataInput in) throws IOException {
      int size = in.readInt();
      if (size < 0) {
        throw new RefusedPacket("a list of " + size + " seqnos is refused");
      }
      int words = ((size + Long.SIZE - 1) >>> 6) * Long.BYTES;
      byte[] rest = Packets.bytes(in, Long.BYTES + words);
      ByteArrayDataOutputStream all = new ByteArrayDataOutputStream(Integer.BYTES + rest.length);
      all.writeInt(size);
      all.write(rest);
      return new ByteArrayDataInputStream(all.buffer(), 0, all.position());
    }
  }
}
