package org.g2cl.jgcs.jgroups;

import java.io.DataInput;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import net.sf.jgcs.GroupException;
import org.jgroups.Header;
import org.jgroups.auth.AuthToken;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.AUTH;
import org.jgroups.protocols.AuthHeader;
import org.jgroups.protocols.DH_KEY_EXCHANGE.DhHeader;
import org.jgroups.protocols.EncryptHeader;
import org.jgroups.protocols.FragHeader;
import org.jgroups.protocols.relay.RelayHeader;
import org.jgroups.stack.ProtocolStack;
import org.jgroups.util.Bits;
import org.jgroups.util.ByteArrayDataInputStream;
import org.jgroups.util.Headers;
import org.jgroups.util.Util;

/**
 * Headers of JGroups that make no object of a class that the sender names, and no array of a length
 * that it names.
 *
 * <p>JGroups reads the headers of every protocol, in the stack or not, before it looks at anything
 * else. That of AUTH names the class of a token: here it is one that the AUTH of a stack of this
 * process has. As JGroups keeps the makers of headers to itself, they are replaced by reflection;
 * without that no channel is opened. Checked against 5.5.7.
 */
final class CheckedHeaders {
  private static final String MAKERS = "magicMap";

  private static final Map<String, Class<? extends AuthToken>> TOKENS = new ConcurrentHashMap<>();

  private CheckedHeaders() {}

  /** Makes JGroups read headers so, in all channels of the process. */
  static void install() throws GroupException {
    Map<Short, Supplier<? extends Header>> checked =
        Map.of(
            new AuthHeader().getMagicId(), Auth::new,
            new EncryptHeader().getMagicId(), Encrypt::new,
            new DhHeader().getMagicId(), Dh::new,
            new RelayHeader().getMagicId(), Relay::new,
            new FragHeader().getMagicId(), Frag::new);
    try {
      Field makers = ClassConfigurator.class.getDeclaredField(MAKERS);
      makers.setAccessible(true);
      Supplier<?>[] all = (Supplier<?>[]) makers.get(null);
      checked.forEach((number, maker) -> all[number] = maker);
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw new GroupException(
          "engine '%s': the headers of this JGroups cannot be made safe to read (%s): use JGroups 5.5.7 on the class path, not as a module"
              .formatted(JGroupsProtocolProvider.NAME, e),
          e);
    }
  }

  /** Allows the token of the stack's AUTH, if it has one. */
  static void allowFor(ProtocolStack stack) {
    AUTH auth = stack.findProtocol(AUTH.class);
    if (auth != null && auth.getAuthToken() != null) {
      Class<? extends AuthToken> token = auth.getAuthToken().getClass();
      TOKENS.put(token.getName(), token);
    }
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
    @Override
    public Supplier<? extends Header> create() {
      return Encrypt::new;
    }

    @Override
    public void readFrom(DataInput in) throws IOException, ClassNotFoundException {
      type = in.readByte();
      needs_deserialization = in.readBoolean();
      version = bytes(in);
      server = Util.readAddress(in);
      iv = bytes(in);
    }

    private static byte[] bytes(DataInput in) throws IOException {
      return in.readByte() == 1 ? Packets.bytes(in, in.readInt()) : null;
    }
  }

  private static final class Dh extends DhHeader {
    private static final int SECRET_KEY_RESPONSE = 1;

    @Override
    public Supplier<? extends Header> create() {
      return Dh::new;
    }

    @Override
    public void readFrom(DataInput in) throws IOException {
      if (in instanceof ByteArrayDataInputStream packet) {
        checkLengths(packet);
      }
      super.readFrom(in);
    }

    private static void checkLengths(ByteArrayDataInputStream packet) throws IOException {
      int start = packet.position();
      int arrays = packet.readByte() == SECRET_KEY_RESPONSE ? 3 : 1;
      for (int i = 0; i < arrays; i++) {
        Packets.skip(packet, packet.readInt());
      }
      packet.position(start);
    }
  }

  private static final class Relay extends RelayHeader {
    private static final ThreadLocal<Boolean> INSIDE = ThreadLocal.withInitial(() -> false);

    @Override
    public Supplier<? extends Header> create() {
      return Relay::new;
    }

    @Override
    public void readFrom(DataInput in) throws IOException, ClassNotFoundException {
      if (INSIDE.get()) {
        throw new RefusedPacket("a header of RELAY in one of RELAY is refused");
      }
      INSIDE.set(true);
      try {
        type = in.readByte();
        return_entire_cache = in.readBoolean();
        final_dest = Util.readAddress(in);
        original_sender = Util.readAddress(in);
        sites = names(in);
        visited_sites = names(in);
        assertNonNullSites();
        original_hdrs = Headers.readHeaders(in);
        original_flags = in.readShort();
      } finally {
        INSIDE.remove();
      }
    }

    private static Set<String> names(DataInput in) throws IOException {
      int count = in.readInt();
      if (count <= 0) {
        return null;
      }
      Set<String> names = new HashSet<>();
      for (int i = 0; i < count; i++) {
        names.add(Bits.readString(in));
      }
      return names;
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
