package org.g2cl.jgcs.jgroups4;

import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jgroups.AnycastAddress;
import org.jgroups.Header;
import org.jgroups.Version;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.AuthHeader;
import org.jgroups.protocols.DH_KEY_EXCHANGE.DhHeader;
import org.jgroups.protocols.EncryptHeader;
import org.jgroups.protocols.SaslHeader;
import org.jgroups.protocols.TP;
import org.jgroups.protocols.relay.RELAY2.Relay2Header;
import org.jgroups.util.ByteArrayDataOutputStream;
import org.jgroups.util.Util;

/** Packets of somebody who knows the port and no secret. */
final class StrangePackets {
  /** What a packet says that follows. */
  private static final int ANNOUNCED = 100 << 20;

  private static final int CONTENT = 1 << 2;
  private static final byte BUNDLE = 1;
  private static final int NESTED = 200;

  private interface Body {
    void write(DataOutput out) throws IOException;
  }

  private final Map<String, byte[]> packets = new LinkedHashMap<>();

  /** All of them, by name. */
  static Map<String, byte[]> all() throws IOException {
    return new StrangePackets().packets;
  }

  private StrangePackets() throws IOException {
    add(
        "token of a named class",
        header(
            new AuthHeader(),
            out -> {
              out.writeByte(1);
              out.writeShort(-1);
              out.writeUTF(Trap.class.getName());
              out.writeByte(0);
            }));
    add(
        "long content",
        out -> {
          head(out, TP.MULTICAST);
          message(out, ANNOUNCED);
        });
    add(
        "long bundle",
        out -> {
          head(out, (byte) (TP.MULTICAST | BUNDLE));
          Util.writeAddress(null, out);
          Util.writeAddress(null, out);
          out.writeShort(-1);
          out.writeInt(ANNOUNCED);
          message(out, 1);
        });
    add(
        "long version of a key",
        header(
            new EncryptHeader(),
            out -> {
              out.write(new byte[] {1, 1});
              out.writeInt(ANNOUNCED);
            }));
    addHeaders();
    add("garbage", out -> out.write("x".repeat(200).getBytes(StandardCharsets.US_ASCII)));
  }

  private void addHeaders() throws IOException {
    add(
        "long key",
        header(
            new DhHeader(),
            out -> {
              out.writeByte(0);
              out.writeInt(ANNOUNCED);
            }));
    add(
        "long challenge",
        header(
            new SaslHeader(),
            out -> {
              out.write(new byte[] {0, 1});
              out.writeInt(ANNOUNCED);
            }));
    add(
        "long list of sites",
        header(
            new Relay2Header(),
            out -> {
              out.writeByte(1);
              Util.writeAddress(null, out);
              Util.writeAddress(null, out);
              out.writeInt(ANNOUNCED);
            }));
    add(
        "nested addresses",
        out -> {
          head(out, TP.MULTICAST);
          out.write(new byte[] {1, 0, 0});
          for (int i = 0; i < NESTED; i++) {
            out.writeByte(0);
            out.writeShort(ClassConfigurator.getMagicNumber(AnycastAddress.class));
            out.writeShort(Short.MAX_VALUE);
          }
        });
  }

  private void add(String name, Body body) throws IOException {
    ByteArrayDataOutputStream out = new ByteArrayDataOutputStream();
    body.write(out);
    packets.put(name, Arrays.copyOf(out.buffer(), out.position()));
  }

  private static void head(DataOutput out, byte flags) throws IOException {
    out.writeShort(Version.version);
    out.writeByte(flags);
  }

  private static void message(DataOutput out, int length) throws IOException {
    out.writeByte(CONTENT);
    out.write(new byte[4]);
    out.writeInt(length);
    out.write(new byte[64]);
  }

  private static Body header(Header header, Body content) {
    return out -> {
      head(out, TP.MULTICAST);
      out.write(new byte[3]);
      out.writeShort(1);
      out.writeShort(1);
      out.writeShort(header.getMagicId());
      content.write(out);
    };
  }
}
