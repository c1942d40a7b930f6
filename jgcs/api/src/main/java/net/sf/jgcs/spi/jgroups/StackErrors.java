package net.sf.jgcs.spi.jgroups;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.spi.FreePort;
import net.sf.jgcs.spi.ProtocolProvider;

/** Errors of a stack of the user's own, which JGroups reports without its name. */
public final class StackErrors {
  private final StackSettings settings;

  /** Creates those of the stack that the settings name. */
  public StackErrors(StackSettings settings) {
    this.settings = settings;
  }

  /** There is no such stack. */
  public GroupException notFound() {
    String name = settings.stackName();
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.equals("tcp") || lower.equals("udp")) {
      return settings.wrongStack(
          "there is no such file or resource; the stack that is shipped is '%s'".formatted(lower));
    }
    if (isDirectory(name)) {
      return settings.wrongStack("it is a directory; name a file in it");
    }
    return settings.wrongStack(
        "it is neither tcp nor udp, and there is no such file or resource; correct the name");
  }

  private static boolean isDirectory(String name) {
    try {
      return Files.isDirectory(Path.of(name));
    } catch (InvalidPathException e) {
      return false; // a URL
    }
  }

  /**
   * JGroups cannot read it.
   *
   * @param content null when that was not read
   */
  public GroupException unreadable(byte[] content, Exception cause) {
    Optional<String> fault = content == null ? Optional.empty() : XmlFault.in(content);
    return because(
        fault
            .map(text -> "it is no XML of JGroups: " + text + "; correct the file there")
            .orElse("it is neither tcp nor udp and cannot be read as a stack: " + cause),
        cause);
  }

  /** JGroups can read it, but makes no channel of it; the failure itself where it is shipped. */
  public Exception unusable(String version, Exception cause) {
    if (settings.shippedStack() != null) {
      return cause;
    }
    return because(
        "JGroups %s refuses it: %s. Correct the file; is it one for another version of JGroups?"
            .formatted(version, cause.getMessage() == null ? cause : cause.getMessage()),
        cause);
  }

  /**
   * A channel with it was not connected.
   *
   * @param port of the stack, or 0 for none
   * @return what says that the port is the file's, or the failure itself when that is another one
   */
  public Exception notConnected(int port, Exception cause) {
    if (settings.shippedStack() != null
        || settings.member().bindPort() > 0
        || !FreePort.isTaken(cause)) {
      return cause;
    }
    return because(
        "a member cannot listen on %s%s, as the stack has it: %s. Change the port there, or set '%s'; the address (setting '%s') must be one of this host."
            .formatted(
                settings.member().bindAddress().getHostAddress(),
                port == 0 ? "" : ":" + port,
                cause.getMessage(),
                ProtocolProvider.BIND_PORT,
                ProtocolProvider.BIND_ADDRESS),
        cause);
  }

  private GroupException because(String rule, Exception cause) {
    return new GroupException(settings.wrongStack(rule).getMessage(), cause);
  }
}
