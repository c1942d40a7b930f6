package net.sf.jgcs.spread;

import java.util.LinkedHashMap;
import java.util.Map;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.ProtocolFactory;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.spi.ProtocolProvider;

/** Factory of the engine {@code spread} as a bean, so that JNDI can make it. */
public class SpProtocolFactory implements ProtocolFactory {
  private static final long serialVersionUID = 1L;
  private static final String ENGINE = "spread";
  private static final String DEFAULT_DAEMON = "4803@localhost";
  private static final String DEFAULT_HOST = "localhost";

  /** Nobody connects to a client, so it takes the address that reaches its daemon. */
  private static final String ANY_ADDRESS = "0.0.0.0";

  private String daemonAddress = DEFAULT_DAEMON;
  private String processName;
  private String mailboxClass;

  /** Creates one for a daemon of this machine. */
  public SpProtocolFactory() {}

  /** Daemon, see {@link #setDaemonAddress}. */
  public String getDaemonAddress() {
    return daemonAddress;
  }

  /**
   * Sets the daemon as Spread writes it, {@code port@host} or {@code port}; several, by commas, are
   * tried in their order.
   */
  public void setDaemonAddress(String daemonAddress) {
    this.daemonAddress = daemonAddress;
  }

  /** Name of the member, or null. */
  public String getProcessName() {
    return processName;
  }

  /** Sets the name of the member, for logs; null for one that is made up. */
  public void setProcessName(String processName) {
    this.processName = processName;
  }

  /** What was set, without a meaning. */
  public String getMailboxClass() {
    return mailboxClass;
  }

  /** Takes the wrapper of the native library that jGCS 0.8 needed; there is none here. */
  public void setMailboxClass(String mailboxClass) {
    this.mailboxClass = mailboxClass;
  }

  @Override
  public Protocol createProtocol() throws GroupException {
    return Protocols.factory(ENGINE, settings()).createProtocol();
  }

  /** Settings of the engine that stand for the bean's. */
  Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(ProtocolProvider.PEERS, daemons());
    settings.put(ProtocolProvider.BIND_ADDRESS, ANY_ADDRESS);
    if (processName != null) {
      settings.put(ProtocolProvider.MEMBER_NAME, processName);
    }
    return settings;
  }

  private String daemons() {
    StringBuilder daemons = new StringBuilder();
    for (String daemon : daemonAddress.split(",", -1)) {
      int at = daemon.indexOf('@');
      String port = at < 0 ? daemon : daemon.substring(0, at);
      String host = at < 0 ? DEFAULT_HOST : daemon.substring(at + 1);
      daemons.append(daemons.isEmpty() ? "" : ",").append(host).append(':').append(port);
    }
    return daemons.toString();
  }
}
