package org.g2cl.jgcs.jgroups4;

import java.io.DataInput;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import net.sf.jgcs.GroupException;
import org.jgroups.Header;
import org.jgroups.auth.AuthToken;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.AUTH;
import org.jgroups.protocols.AuthHeader;
import org.jgroups.protocols.EncryptHeader;
import org.jgroups.stack.ProtocolStack;
import org.jgroups.util.Util;

/**
 * Headers of JGroups that make no object of a class that the sender names, and no array of a length
 * that it names.
 *
 * <p>JGroups reads the headers of every protocol, in the stack or not, before it looks at anything
 * else. That of AUTH names the class of a token: here it is one that the AUTH of a stack of this
 * process has. As JGroups keeps the makers of headers to itself, they are replaced by reflection;
 * without that no channel is opened. Checked against 4.2.30.
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
            new EncryptHeader().getMagicId(), Encrypt::new);
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

  /** Allows the token of the stack's AUTH, if it has one. */
  static void allowTokensOf(ProtocolStack stack) {
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
    private static final int MOST_BYTES = 1 << 10;

    @Override
    public Supplier<? extends Header> create() {
      return Encrypt::new;
    }

    @Override
    public void readFrom(DataInput in) throws IOException, ClassNotFoundException {
      type = in.readByte();
      version = bytes(in);
      server = Util.readAddress(in);
      iv = bytes(in);
    }

    private static byte[] bytes(DataInput in) throws IOException {
      return in.readByte() == 1 ? Packets.bytes(in, in.readInt(), MOST_BYTES) : null;
    }
  }
}
