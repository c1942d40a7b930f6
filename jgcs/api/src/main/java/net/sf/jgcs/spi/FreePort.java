package net.sf.jgcs.spi;

import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;
import net.sf.jgcs.GroupException;

/**
 * Attempts to join on a port that is free, for engines that must be told one.
 *
 * <p>An addition to jGCS 0.8. A port that was free may be taken by another process before the
 * engine listens on it; then the next one is tried.
 */
public final class FreePort {
  private static final int ATTEMPTS = 10;

  private FreePort() {}

  /**
   * Joins on the configured port, or on a free one when it is 0.
   *
   * @param needed whether the engine has to be told a port; if not, it is given 0
   * @throws GroupException when joining failed; the message names the settings that matter
   */
  public static void join(MemberSettings settings, String group, boolean needed, Attempt attempt)
      throws GroupException {
    boolean choose = settings.bindPort() == 0 && needed;
    Exception last = null;
    for (int i = 0; i < ATTEMPTS; i++) {
      int port = choose ? choose(settings, group) : settings.bindPort();
      try {
        attempt.join(port);
        return;
      } catch (Exception e) { // declared so by JGroups
        last = e;
        if (!choose || !isTaken(e)) {
          throw failure(settings, port, group, e);
        }
      }
    }
    throw failure(settings, 0, group, last);
  }

  private static int choose(MemberSettings settings, String group) throws GroupException {
    try (ServerSocket probe = new ServerSocket(0, 1, settings.bindAddress())) {
      return probe.getLocalPort();
    } catch (IOException e) {
      throw failure(settings, 0, group, e);
    }
  }

  /** Whether joining failed since a port is taken, or the address is none of this host. */
  public static boolean isTaken(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof BindException) {
        return true;
      }
    }
    return false;
  }

  private static GroupException failure(
      MemberSettings settings, int port, String group, Exception cause) {
    String address = settings.bindAddress().getHostAddress();
    if (cause instanceof GroupException known) {
      return known;
    }
    if (isTaken(cause)) {
      return new GroupException(
          "cannot listen on %s:%d (settings '%s' and '%s'): %s. Choose a free port, or 0 for any; the address must be one of this host."
              .formatted(
                  address,
                  port,
                  ProtocolProvider.BIND_ADDRESS,
                  ProtocolProvider.BIND_PORT,
                  cause.getMessage()),
          cause);
    }
    return new GroupException(
        "%s on %s:%d could not join group '%s': %s"
            .formatted(settings.title(), address, port, group, cause),
        cause);
  }

  /** Joins on one port. */
  @FunctionalInterface
  public interface Attempt {
    /**
     * Joins, and releases everything when that fails.
     *
     * @throws Exception with a {@link BindException} among its causes when the port is taken
     */
    void join(int port) throws Exception;
  }
}
