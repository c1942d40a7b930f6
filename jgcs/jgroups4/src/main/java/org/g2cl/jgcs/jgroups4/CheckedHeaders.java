package org.g2cl.jgcs.jgroups4;

import java.io.DataInput;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import net.sf.jgcs.GroupException;
import org.jgroups.AnycastAddress;
import org.jgroups.Header;
import org.jgroups.auth.AuthToken;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.AUTH;
import org.jgroups.protocols.AuthHeader;
import org.jgroups.protocols.DH_KEY_EXCHANGE.DhHeader;
import org.jgroups.protocols.EncryptHeader;
import org.jgroups.protocols.FragHeader;
import org.jgroups.protocols.SaslHeader;
import org.jgroups.protocols.relay.RELAY2.Relay2Header;
import org.jgroups.protocols.tom.TOA;
import org.jgroups.stack.ProtocolStack;
import org.jgroups.util.Bits;
import org.jgroups.util.ByteArrayDataInputStream;
import org.jgroups.util.ByteArrayDataOutputStream;
import org.jgroups.util.Util;

/**
 * Headers and addresses of JGroups that make no object of a class that the sender names, and no
 * array of a length that it names.
 *
 * <p>JGroups reads the headers of every protocol, in the stack or not, before it looks at anything
 * else. That of AUTH names the class of a token: here it is one that the AUTH of a stack of this
 * process has. As JGroups keeps the makers of headers to itself, they are replaced by reflection;
 * without that no channel is opened. Checked against 4.2.30.
 */
final class CheckedHeaders {
  private static final String MAKERS = "magicMap";

  private static final Map<String, Class<? extends AuthToken>> TOKENS = new ConcurrentHashMap<>();

  /**
   * Whether a stack of this process has TOA, which alone sends lists of addresses as an address.
   */
  private static volatile boolean anycasts;

  private CheckedHeaders() {}

  /** Makes JGroups read headers so, in all channels of the process. */
  static void install() throws GroupException {
    Map<Short, Supplier<?>> checked =
        Map.of(
            new AuthHeader().getMagicId(), Auth::new,
            new EncryptHeader().getMagicId(), Encrypt::new,
            new DhHeader().getMagicId(), Dh::new,
            new SaslHeader().getMagicId(), Sasl::new,
            new Relay2Header().getMagicId(), Relay::new,
            new FragHeader().getMagicId(), Frag::new,
            ClassConfigurator.getMagicNumber(AnycastAddress.class), CheckedHeaders::anycast);
    try {
      Field makers = ClassConfigurator.class.getDeclaredField(MAKERS);
      makers.setAccessible(true);
      Supplier<?>[] all = (Supplier<?>[]) makers.get(null);
      checked.forEach((number, maker) -> all[number] = maker);
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw new GroupException(
          "engine '%s': the headers of this JGroups cannot be made safe to read (%s): use JGroups 4.2.30 on the class path, not as a module"
              .formatted(JGroups4ProtocolProvider.NAME, e),
          e);
    }
  }

  /** Allows the token of the stack's AUTH, if it has one, and the addresses of its TOA. */
  static void allowFor(ProtocolStack stack) {
    if (stack.findProtocol(TOA.class) != null) {
      anycasts = true;
    }
    AUTH auth = stack.findProtocol(AUTH.class);
    if (auth != null && auth.getAuthToken() != null) {
      Class<? extends AuthToken> token = auth.getAuthToken().getClass();
      TOKENS.put(token.getName(), token);
    }
  }

  /** Each may hold others, to any depth, and makes room for as many as it announces. */
  private static AnycastAddress anycast() {
    if (!anycasts) {
      throw new RefusedPacket("a list of addresses as an address is refused, as no stack has TOA");
    }
    return new AnycastAddress();
  }

  private static final class Auth extends AuthHeader {
    @Override
    public Supplier<? extends Header> create() {
      return Auth::new;
    }

    @Override
    public void readFrom(DataInput in) throws IOException, ClassNotFoundException {
      if (in.readByte() != 0) {
        AuthToken read = token(in, in.readShort());
        read.readFrom(in);
        setToken(read);
      }
    }

    private static AuthToken token(DataInput in, short number)
        throws IOException, ClassNotFoundException {
      if (number < 0) {
        return token(TOKENS.get(in.readUTF()));
      }
      Object known = ClassConfigurator.create(number);
      return token(known == null ? null : TOKENS.get(known.getClass().getName()));
    }

    private static AuthToken token(Class<? extends AuthToken> type) {
      if (type == null) {
        throw new RefusedPacket("a token that no AUTH of this process has is refused");
      }
      try {
        return type.getDeclaredConstructor().newInstance();
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e); // JGroups made one so from the stack
      }
    }
  }

  private static final class Encrypt extends EncryptHeader {
    private static final int MOST_BYTES = 1 << 10;

    @Override
    public Supplier<? extends Header> create() {
      return Encrypt::new;
    }

    @Override
    public void readFrom(DataInput in) throws IOException, ClassNotFoundException {
      type = in.readByte();
      version = bytes(in, MOST_BYTES);
      server = Util.readAddress(in);
      iv = bytes(in, MOST_BYTES);
    }
  }

  /** Bytes as {@link Util#writeByteBuffer} writes them, or null. */
  private static byte[] bytes(DataInput in, int most) throws IOException {
    return in.readByte() == 1 ? Packets.bytes(in, in.readInt(), most) : null;
  }

  private static final class Dh extends DhHeader {
    private static final int SECRET_KEY_RESPONSE = 1;
    private static final int MOST_BYTES = 1 << 14;

    @Override
    public Supplier<? extends Header> create() {
      return Dh::new;
    }

    @Override
    public void readFrom(DataInput in) throws IOException {
      var checked = new ByteArrayDataOutputStream();
      byte kind = in.readByte();
      checked.writeByte(kind);
      int arrays = kind == SECRET_KEY_RESPONSE ? 3 : 1;
      for (int i = 0; i < arrays; i++) {
        int length = Math.max(0, in.readInt());
        checked.writeInt(length);
        checked.write(Packets.bytes(in, length, MOST_BYTES));
      }
      super.readFrom(new ByteArrayDataInputStream(checked.buffer(), 0, checked.position()));
    }
  }

  private static final class Sasl extends SaslHeader {
    private static final int MOST_BYTES = 1 << 16;

    @Override
    public Supplier<? extends Header> create() {
      return Sasl::new;
    }

    @Override
    @SuppressWarnings("EnumOrdinal") // so JGroups writes it
    public void readFrom(DataInput in) throws IOException {
      setType(Type.values()[in.readByte()]);
      setPayload(bytes(in, MOST_BYTES));
    }
  }

  private static final class Relay extends Relay2Header {
    private static final int MOST_SITES = 1 << 12;

    @Override
    public Supplier<? extends Header> create() {
      return Relay::new;
    }

    @Override
    public void readFrom(DataInput in) throws IOException, ClassNotFoundException {
      type = in.readByte();
      final_dest = Util.readAddress(in);
      original_sender = Util.readAddress(in);
      int count = in.readInt();
      if (count < 0 || count > MOST_SITES) {
        throw new RefusedPacket("a list of " + count + " sites is refused");
      }
      if (count > 0) {
        sites = names(in, count);
      }
    }

    private static String[] names(DataInput in, int count) throws IOException {
      List<String> names = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        names.add(Bits.readString(in));
      }
      return names.toArray(String[]::new);
    }
  }

  private static final class Frag extends FragHeader {
    /** A message of 64 MiB in fragments of a kilobyte. */
    private static final int MOST_FRAGMENTS = 1 << 16;

    @Override
    public Supplier<? extends Header> create() {
      return Frag::new;
    }

    @Override
    public void readFrom(DataInput in) throws IOException {
      super.readFrom(in);
      if (num_frags < 0 || num_frags > MOST_FRAGMENTS) {
        throw new RefusedPacket("a message of " + num_frags + " fragments is refused");
      }
    }
  }
}
