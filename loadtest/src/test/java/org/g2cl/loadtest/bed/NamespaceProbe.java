package org.g2cl.loadtest.bed;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.g2cl.loadtest.node.ParentWatch;

/**
 * JVM in a network namespace of its own. As {@code bed DIRECTORY} it makes namespaces for the nodes
 * {@code a} and {@code b} with a server in each and does what its input says: {@code block FROM
 * TO}, {@code open} (one more bed, for a moment), {@code heal}, {@code slow NODE KILOBITS}, {@code
 * ask NODE} (from the bed), {@code relay NODE NODE} (the first asks the second), {@code clash} (one
 * more node, whose cable's name is taken), {@code unplugged} (one more node, which finds no bridge,
 * and again when it is back). As {@code server ADDRESS PORT} it answers {@code hello}, and asks
 * others.
 */
final class NamespaceProbe {
  private static final int MILLIS = 700;

  private NamespaceProbe() {}

  public static void main(String[] arguments) throws IOException {
    if (arguments[0].equals("server")) {
      ParentWatch.start();
      serve(arguments[1], Integer.parseInt(arguments[2]));
      return;
    }
    bed(Path.of(arguments[1]));
  }

  private static void bed(Path directory) throws IOException {
    try (Namespaces namespaces = Namespaces.open()) {
      for (String node : List.of("a", "b")) {
        Host host = namespaces.of(node);
        int port = host.takePort();
        ManagedProcess server =
            host.startJava(
                node,
                List.of(
                    "-Xmx32m",
                    "-XX:TieredStopAtLevel=1",
                    NamespaceProbe.class.getName(),
                    "server",
                    host.address(),
                    "" + port),
                ProcessorShare.all(),
                Map.of(),
                directory.resolve(node + ".log"));
        server.awaitLine("READY", Duration.ofSeconds(30));
        say("server " + server.own().pid() + " " + host.address());
      }
      BufferedReader orders =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      for (String order = orders.readLine(); order != null; order = orders.readLine()) {
        say(obey(namespaces, order.split(" ", -1)));
      }
    }
  }

  private static String obey(Namespaces namespaces, String[] order) throws IOException {
    Network network = namespaces.network().orElseThrow();
    switch (order[0]) {
      case "block" -> network.block(order[1], order[2]);
      case "slow" -> network.slow(order[1], Integer.parseInt(order[2]));
      case "heal" -> network.heal();
      case "open" -> {
        try (Namespaces other = Namespaces.open()) {
          return other.bedAddress() + " " + other.of("c").address();
        }
      }
      case "clash" -> {
        return clash(namespaces);
      }
      case "unplugged" -> {
        return unplugged(namespaces);
      }
      case "ask" -> {
        return ask(namespaces.of(order[1]).address(), "hello");
      }
      case "relay" -> {
        return ask(namespaces.of(order[1]).address(), namespaces.of(order[2]).address());
      }
      default -> throw new IllegalArgumentException(order[0]);
    }
    return "done";
  }

  private static String clash(Namespaces namespaces) {
    Shell.run("", List.of("ip", "link", "add", "ha-0-2", "type", "bridge"));
    try {
      return namespaces.of("c").address();
    } catch (BedException e) {
      return e.getMessage().replace('\n', ' ');
    }
  }

  private static String unplugged(Namespaces namespaces) throws IOException {
    rename("ha-bridge-0", "ha-away");
    try {
      return namespaces.of("c").address();
    } catch (BedException e) {
      boolean left = Files.readString(Path.of("/proc/net/dev")).contains("ha-0-2:");
      rename("ha-away", "ha-bridge-0");
      return left ? "its cable is left" : namespaces.of("c").address();
    }
  }

  private static void rename(String bridge, String name) {
    Shell.run(
        "link set %1$s down\nlink set %1$s name %2$s\nlink set %2$s up\n".formatted(bridge, name),
        List.of("ip", "-batch", "-"));
  }

  private static void serve(String address, int port) throws IOException {
    try (ServerSocket server = new ServerSocket(port, 50, InetAddress.getByName(address))) {
      say("READY");
      while (true) {
        try (Socket socket = server.accept()) {
          String question = reader(socket).readLine();
          String answer =
              "hello".equals(question) ? "hello from " + address : ask(question, "hello");
          socket.getOutputStream().write((answer + "\n").getBytes(StandardCharsets.UTF_8));
        }
      }
    }
  }

  private static String ask(String address, String question) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(address, 4201), MILLIS);
      socket.setSoTimeout(question.equals("hello") ? MILLIS : 3 * MILLIS);
      socket.getOutputStream().write((question + "\n").getBytes(StandardCharsets.UTF_8));
      return String.valueOf(reader(socket).readLine());
    } catch (IOException e) {
      return "silence";
    }
  }

  private static BufferedReader reader(Socket socket) throws IOException {
    return new BufferedReader(
        new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
  }

  private static void say(String text) {
    System.out.println(text);
    System.out.flush();
  }
}
