package org.g2cl.loadtest.bed;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Web nodes of a bed, and Apache httpd in front of them. */
final class WebTier {
  private final BedSettings settings;
  private final Tools tools;
  private final Hosts hosts;
  private final Ports ports;
  private final Processes processes;
  private final NodeJvm jvm;
  private volatile int httpPort;

  WebTier(BedSettings settings, Tools tools, Hosts hosts, Ports ports, Processes processes) {
    this.settings = settings;
    this.tools = tools;
    this.hosts = hosts;
    this.ports = ports;
    this.processes = processes;
    this.jvm = new NodeJvm(settings);
  }

  boolean isEmpty() {
    return settings.webNodes() == 0;
  }

  /** Takes httpd's port before anything else is started. */
  void reserve() {
    httpPort = ports.take(settings.httpPort(), "--http-port");
  }

  String url() {
    return "http://127.0.0.1:" + httpPort;
  }

  /** Starts the web nodes, and returns where they listen. */
  List<String> startNodes(List<String> servers) {
    List<WebPlace> places =
        IntStream.rangeClosed(1, settings.webNodes())
            .mapToObj(i -> WebPlace.take("web" + i, hosts))
            .toList();
    Parallel.run(places.stream().<Runnable>map(place -> () -> start(place, servers)).toList());
    return places.stream().map(WebPlace::address).toList();
  }

  void startHttpd(List<String> webs) {
    ports.release(httpPort);
    processes
        .start(() -> Httpd.start(tools, settings.directory().resolve("httpd"), httpPort, webs))
        .await(() -> Httpd.accepts(httpPort), "open port " + httpPort, settings.startTimeout());
  }

  private void start(WebPlace place, List<String> servers) {
    List<String> arguments =
        new ArrayList<>(List.of("web", "--exit-with-parent", "--name", place.name()));
    arguments.addAll(List.of("--host", place.host().address(), "--port", "" + place.port()));
    arguments.addAll(List.of("--servers", String.join(",", servers)));
    place.host().release(place.port());
    processes
        .start(() -> jvm.start(place.name(), place.host(), settings.web(), Map.of(), arguments))
        .awaitLine("READY", settings.startTimeout());
  }

  private record WebPlace(String name, Host host, int port) {
    static WebPlace take(String name, Hosts hosts) {
      Host host = hosts.of(name);
      return new WebPlace(name, host, host.takePort());
    }

    String address() {
      return host.address() + ":" + port;
    }
  }
}
