package net.sf.jgcs.spi;

import java.util.Map;
import java.util.Optional;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.ProtocolFactory;

/**
 * Binding as {@link net.sf.jgcs.Protocols} finds it, announced as a service in {@code
 * META-INF/services}.
 *
 * <p>An addition to jGCS 0.8. The keys below mean the same in every binding; a binding ignores
 * those that have no meaning for it, and refuses keys it does not know.
 */
public interface ProtocolProvider {
  /** Address that every socket of this member is bound to; default {@link #LOOPBACK}. */
  String BIND_ADDRESS = "bind-address";

  /** Default of {@link #BIND_ADDRESS}. */
  String LOOPBACK = "127.0.0.1";

  /** Port of this member; default 0, a free one. */
  String BIND_PORT = "bind-port";

  /** Members to ask when joining: {@code host:port,host:port}; default none, a group of its own. */
  String PEERS = "peers";

  /**
   * Name that resolves to the hosts of all members, which then have the same {@link #BIND_PORT};
   * one that begins with an underscore is asked for SRV records. Refused, not ignored, by a binding
   * that cannot find members so: without them each member would begin a group of its own.
   */
  String PEERS_DNS = "peers-dns";

  /** Name of this member in logs; default made up by the engine. */
  String MEMBER_NAME = "member-name";

  /** Name, resource or file of the engine's own configuration; default the binding's. */
  String STACK = "stack";

  /**
   * Whether small messages in total order travel together while others of the member are on their
   * way; default {@code true}. All members of a group must be of a build that knows it. A setting
   * of the engines that {@link #packs}.
   */
  String PACKING = "packing";

  /** Name of the engine, in lower case. */
  String name();

  /** Whether {@link #PACKING} is a setting of this engine; another one refuses it. */
  default boolean packs() {
    return false;
  }

  /**
   * Creates a factory with these settings.
   *
   * @throws GroupException when a setting is unknown or wrong; the message names it, its value and
   *     the rule
   */
  ProtocolFactory factory(Map<String, String> properties) throws GroupException;

  /**
   * Creates the configuration of the named group.
   *
   * @throws GroupException when the engine does not allow the name
   */
  GroupConfiguration group(String name) throws GroupException;

  /**
   * Whether a member listens at {@link #BIND_ADDRESS} and {@link #BIND_PORT}, so that {@link
   * #PEERS} are other members; else the two are a name only, and peers are daemons or mean nothing.
   * False unless a binding says otherwise.
   */
  default boolean listens() {
    return false;
  }

  /**
   * Host at which strangers could join a member with these settings: the one that its sockets are
   * bound to. Empty when members prove who they are before they are let in, by TLS for instance. By
   * default what {@link #BIND_ADDRESS} says, as it was given.
   *
   * @throws GroupException when a setting is unknown or wrong, as from {@link #factory}
   */
  default Optional<String> unguardedHost(Map<String, String> properties) throws GroupException {
    return Optional.of(properties.getOrDefault(BIND_ADDRESS, LOOPBACK));
  }
}
