package org.g2cl.loadtest.bed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Apache httpd of the bed. */
final class Httpd {
  private static final List<String> USERS = List.of("www-data", "apache", "daemon", "nobody");

  private Httpd() {}

  /** Starts it; it may not listen yet. */
  static ManagedProcess start(Tools tools, Path home, int port, List<String> webs) {
    HttpdConfig config = new HttpdConfig(home, tools.httpdModules(), owner(), port, webs);
    Path file = home.resolve("httpd.conf");
    try {
      Files.createDirectories(home);
      Files.writeString(file, config.text());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ManagedProcess.start(
        "httpd",
        List.of(tools.httpd().toString(), "-f", file.toString(), "-D", "FOREGROUND"),
        Map.of(),
        home.resolve("error.log"));
  }

  static boolean accepts(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 500);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** A user without rights for httpd's workers when root starts it; empty for other users. */
  private static List<String> owner() {
    if (!System.getProperty("user.name").equals("root")) {
      return List.of();
    }
    try (Stream<String> accounts = Files.lines(Path.of("/etc/passwd"))) {
      List<List<String>> all = accounts.map(line -> List.of(line.split(":", -1))).toList();
      return USERS.stream()
          .flatMap(user -> all.stream().filter(account -> account.get(0).equals(user)))
          .map(account -> List.of("#" + account.get(2), "#" + account.get(3)))
          .findFirst()
          .orElse(List.of("#65534", "#65534"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
