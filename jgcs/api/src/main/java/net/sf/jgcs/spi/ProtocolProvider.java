package net.sf.jgcs.spi;

import java.util.Map;
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
  /** Address that every socket of this member is bound to; default {@code 127.0.0.1}. */
  String BIND_ADDRESS = "bind-address";

  /** Port of this member; default 0, a free one. */
  String BIND_PORT = "bind-port";

  /** Members to ask when joining: {@code host:port,host:port}; default none, a group of its own. */
  String PEERS = "peers";

  /** Name of this member in logs; default made up by the engine. */
  String MEMBER_NAME = "member-name";

  /** Name, resource or file of the engine's own configuration; default the binding's. */
  String STACK = "stack";

  /** Name of the engine, in lower case. */
  String name();

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
}
