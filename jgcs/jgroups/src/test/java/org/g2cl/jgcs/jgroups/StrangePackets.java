package org.g2cl.jgcs.jgroups;

import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jgroups.BatchMessage;
import org.jgroups.BytesMessage;
import org.jgroups.CompositeMessage;
import org.jgroups.EmptyMessage;
import org.jgroups.Header;
import org.jgroups.Message;
import org.jgroups.ObjectMessage;
import org.jgroups.Version;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.AuthHeader;
import org.jgroups.protocols.DH_KEY_EXCHANGE.DhHeader;
import org.jgroups.protocols.EncryptHeader;
import org.jgroups.protocols.FragHeader;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.TP;
import org.jgroups.protocols.TpHeader;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.UnicastHeader3;
import org.jgroups.protocols.relay.RelayHeader;
import org.jgroups.util.ByteArrayDataOutputStream;
import org.jgroups.util.UUID;
import org.jgroups.util.Util;

/** Packets of somebody who knows the port and no secret. */
final class StrangePackets {
  /** What a packet says that follows. */
  private static final int ANNOUNCED = 100 << 20;

  private static final short SEQNO_LIST = 15;

  private interface Body {
    void write(DataOutput out) throws IOException;
  }

  private final Map<String, byte[]> packets = new LinkedHashMap<>();

  /** All of them, by name. */
  static Map<String, byte[]> all() throws IOException {
    return new StrangePackets().packets;
  }

  private StrangePackets() throws IOException {
    addObjects();
    addTokens();
    addLengths();
    addHeaders();
    add("garbage", out -> out.write("x".repeat(200).getBytes(StandardCharsets.US_ASCII)));
  }

  private void addObjects() throws IOException {
    ObjectMessage object = new ObjectMessage(null, new Trap());
    add("object", message(object));
    add("object in composite", message(new CompositeMessage(null, object)));
    add("object in early batch", message(new BatchMessage(null, UUID.randomUUID(), of(object), 1)));
    add("object in bundle", bundle(1, object));
    add(
        "object of a named class",
        out -> {
          head(out, Message.OBJ_MSG);
          out.writeByte(1);
          out.writeShort(-1);
          out.writeUTF(Trap.Named.class.getName());
        });
  }

  private static Message[] of(Message message) {
    return new Message[] {message};
  }

  private void addTokens() throws IOException {
    add(
        "token of a named class",
        header(
            new AuthHeader(),
            out -> {
              out.writeByte(1);
              out.writeShort(-1);
              out.writeUTF(Trap.Token.class.getName());
              out.writeByte(0);
            }));
  }

  private void addLengths() throws IOException {
    add("long bytes", announced(Message.BYTES_MSG, out -> {}));
    add("long buffer", announced(Message.NIO_MSG, out -> out.writeBoolean(false)));
    add("long fragment", announced(Message.FRAG_MSG, out -> {}));
    add("long composite", announced(Message.COMPOSITE_MSG, out -> {}));
    add("long early batch", announced(Message.EARLYBATCH_MSG, out -> {}));
    add("long bundle", bundle(ANNOUNCED, new EmptyMessage()));
    add(
        "long list of seqnos",
        announced(
            Message.OBJ_MSG,
            out -> {
              out.writeByte(1);
              out.writeShort(SEQNO_LIST);
            }));
  }

  private void addHeaders() throws IOException {
    add(
        "long version of a key",
        header(
            new EncryptHeader(),
            out -> {
              out.write(new byte[] {1, 0, 1});
              out.writeInt(ANNOUNCED);
            }));
    add(
        "long key",
        header(
            new DhHeader(),
            out -> {
              out.writeByte(0);
              out.writeInt(ANNOUNCED);
            }));
    add(
        "long list of sites",
        header(
            new RelayHeader(),
            out -> {
              out.write(new byte[] {1, 0});
              Util.writeAddress(null, out);
              Util.writeAddress(null, out);
              out.writeInt(ANNOUNCED);
              out.writeByte(0);
            }));
    add(
        "many fragments",
        message(new EmptyMessage().putHeader((short) 1, new FragHeader(1, 0, ANNOUNCED))));
  }

  private void add(String name, Body body) throws IOException {
    ByteArrayDataOutputStream out = new ByteArrayDataOutputStream();
    body.write(out);
    packets.put(name, Arrays.copyOf(out.buffer(), out.position()));
  }

  private static Body message(Message message) {
    return out -> Util.writeMessage(message, out, true);
  }

  private static Body bundle(int count, Message message) {
    return out -> {
      Util.writeMessageListHeader(null, UUID.randomUUID(), new byte[] {'g'}, count, out, true);
      out.writeShort(message.getType());
      message.writeToNoAddrs(null, out);
      out.writeLong(0); // shall not end where a message could
    };
  }

  private static Body announced(short type, Body before) {
    return out -> {
      head(out, type);
      before.write(out);
      out.writeInt(ANNOUNCED);
      out.write(new byte[64]);
    };
  }

  /** A message without flags, addresses and headers, up to its payload. */
  private static void head(DataOutput out, short type) throws IOException {
    out.writeShort(Version.version);
    out.writeByte(TP.MULTICAST);
    out.writeShort(type);
    out.write(new byte[5]);
  }

  private static Body header(Header header, Body content) {
    return out -> {
      out.writeShort(Version.version);
      out.writeByte(TP.MULTICAST);
      out.writeShort(Message.EMPTY_MSG);
      out.write(new byte[3]);
      out.writeShort(1);
      out.writeShort(1);
      out.writeShort(header.getMagicId());
      content.write(out);
    };
  }

  /** A request to send again, with a serialized object in the place of the list of messages. */
  static byte[] request(org.jgroups.Address member, String group) throws IOException {
    Message request = new BytesMessage(member, (Object) new Trap());
    request.setSrc(UUID.randomUUID());
    request.putHeader(ClassConfigurator.getProtocolId(TCP.class), new TpHeader(group));
    request.putHeader(
        ClassConfigurator.getProtocolId(UNICAST3.class), UnicastHeader3.createXmitReqHeader());
    ByteArrayDataOutputStream out = new ByteArrayDataOutputStream();
    Util.writeMessage(request, out, false);
    return Arrays.copyOf(out.buffer(), out.position());
  }
}
