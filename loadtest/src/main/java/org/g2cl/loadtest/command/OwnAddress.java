package org.g2cl.loadtest.command;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.stream.Collectors;
import org.g2cl.loadtest.bed.BedException;

/** Address of this machine that {@code --host} names, looked at before anything is started. */
final class OwnAddress {
  private final String host;
  private final InetAddress address;

  private OwnAddress(String host, InetAddress address) {
    this.host = host;
    this.address = address;
  }

  /**
   * Address of that name.
   *
   * @throws BedException when it has none, or none of this machine
   */
  static OwnAddress of(String host) {
    OwnAddress own = new OwnAddress(host, resolved(host));
    own.refusal(0)
        .ifPresent(
            reason -> {
              throw BedException.environment(
                  "--host %s: nothing can be bound to that address (%s), which must be one of this machine: it has %s"
                      .formatted(host, reason.getMessage(), addresses()),
                  reason);
            });
    return own;
  }

  /**
   * Refuses a port that something else listens on.
   *
   * @param option that named it
   * @param port 0 for a free one
   */
  void requireFree(String option, int port) {
    refusal(port)
        .ifPresent(
            reason -> {
              throw taken(option, port, reason);
            });
  }

  /** Says that this port could not be listened on. */
  BedException taken(String option, int port, IOException reason) {
    return BedException.environment(
        port == 0
            ? "%s 0: this machine gives no free port on %s (%s): end what holds them, or name a port"
                .formatted(option, host, reason.getMessage())
            : "%s %d is taken by another process (%s): choose another, or 0 for a free one"
                .formatted(option, port, reason.getMessage()),
        reason);
  }

  private Optional<IOException> refusal(int port) {
    try {
      new ServerSocket(port, 1, address).close();
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(e);
    }
  }

  private static InetAddress resolved(String host) {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw BedException.environment(
          "--host %s: no address is known for that name: correct it, or give an address of this machine, which has %s"
              .formatted(host, addresses()),
          e);
    }
  }

  private static String addresses() {
    try {
      return NetworkInterface.networkInterfaces()
          .flatMap(NetworkInterface::inetAddresses)
          .map(InetAddress::getHostAddress)
          .collect(Collectors.joining(", "));
    } catch (SocketException e) {
      return "none that could be listed";
    }
  }
}
