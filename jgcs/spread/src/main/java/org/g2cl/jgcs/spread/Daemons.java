package org.g2cl.jgcs.spread;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.spi.ProtocolProvider;

/** Maker of connections: tries the daemons in the order of the setting, and says why none works. */
final class Daemons {
  private static final int MOST_NAMES = 10;

  private Daemons() {}

  static DaemonConnection connect(SpreadSettings settings) throws GroupException {
    List<IOException> failures = new ArrayList<>();
    StringBuilder reasons = new StringBuilder();
    for (InetSocketAddress daemon : settings.daemons()) {
      try {
        return connect(settings, daemon);
      } catch (IOException e) {
        failures.add(e);
        reasons.append("; %s %s".formatted(DaemonConnection.name(daemon), reason(settings, e)));
      }
    }
    GroupException failure =
        new GroupException(
            "member '%s' is let in by no Spread daemon of the setting '%s'%s"
                .formatted(settings.memberName(), ProtocolProvider.PEERS, reasons));
    failures.forEach(failure::addSuppressed);
    throw failure;
  }

  /** Another client may have the name that we made up, when two processes choose alike. */
  private static DaemonConnection connect(SpreadSettings settings, InetSocketAddress daemon)
      throws IOException {
    for (int attempt = 1; ; attempt++) {
      String name = PrivateNames.next(settings.memberName());
      try {
        return DaemonConnection.open(settings, daemon, name);
      } catch (RefusedException e) {
        if (e.refusal() != Refusal.NOT_UNIQUE || attempt == MOST_NAMES) {
          throw e;
        }
      }
    }
  }

  private static String reason(SpreadSettings settings, IOException failure) {
    if (failure instanceof GroupException) {
      return failure.getMessage();
    }
    if (failure instanceof SocketTimeoutException) {
      return "does not answer within %s; is it a Spread daemon, and not hung or behind a firewall?"
          .formatted(settings.connectTimeout());
    }
    if (failure instanceof ConnectException) {
      return "cannot be reached from %s (%s); start the daemon, or correct the settings '%s' and '%s'"
          .formatted(
              settings.bindAddress(),
              failure.getMessage(),
              ProtocolProvider.PEERS,
              ProtocolProvider.BIND_ADDRESS);
    }
    return "cannot be used: " + failure;
  }
}
