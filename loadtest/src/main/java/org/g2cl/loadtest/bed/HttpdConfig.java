package org.g2cl.loadtest.bed;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Configuration of Apache httpd as the balancer: sticky sessions by the route at the end of
 * JSESSIONID, keep-alive on both sides, an access log that the figures are drawn from.
 *
 * @param home directory for its run-time files and logs
 * @param modules directory with its loadable modules
 * @param owner {@code User} and {@code Group} lines' values when started by root, else empty
 * @param port port on 127.0.0.1
 * @param webs {@code host:port} of the web nodes; the first one's route is web1
 */
record HttpdConfig(Path home, Path modules, List<String> owner, int port, List<String> webs) {
  private static final List<String> MODULES =
      List.of(
          "mpm_event",
          "unixd",
          "log_config",
          "authz_core",
          "proxy",
          "proxy_http",
          "slotmem_shm",
          "proxy_balancer",
          "lbmethod_byrequests");

  private static final String TEMPLATE =
      """
      # written by ./ha demo
      ServerRoot "${home}"
      ServerName 127.0.0.1
      Listen 127.0.0.1:${port}
      ${modules}
      ${owner}
      DefaultRuntimeDir "${home}"
      PidFile "${home}/httpd.pid"
      ErrorLog "${home}/error.log"
      LogLevel warn

      # one process: its pool of connections to the web nodes is shared by all clients
      StartServers 1
      ServerLimit 1
      ThreadsPerChild ${threads}
      MaxRequestWorkers ${threads}
      ThreadLimit ${threads}
      AsyncRequestWorkerFactor 8
      KeepAlive On
      MaxKeepAliveRequests 0
      KeepAliveTimeout 60
      Timeout 60

      # start in microseconds, duration in microseconds, status, route, client of the load, request
      LogFormat "%{usec}t %D %>s %{BALANCER_WORKER_ROUTE}e %{X-Shopper}i \\"%r\\"" shopper
      CustomLog "${home}/access.log" shopper

      <Proxy "balancer://shop">
      ${members}
        ProxySet stickysession=JSESSIONID lbmethod=byrequests nofailover=On
      </Proxy>
      ProxyPreserveHost On
      ProxyTimeout 60
      ProxyPass "/" "balancer://shop/"
      """;

  private static final int THREADS = 256;

  String text() {
    return TEMPLATE
        .replace("${home}", home.toString())
        .replace("${port}", Integer.toString(port))
        .replace("${modules}", loadModules())
        .replace("${owner}", ownerLines())
        .replace("${threads}", Integer.toString(THREADS))
        .replace("${members}", members());
  }

  /** Modules that are not files are compiled into the server, as Debian's log_config is. */
  private String loadModules() {
    return MODULES.stream()
        .filter(module -> modules.resolve("mod_" + module + ".so").toFile().exists())
        .map(m -> "LoadModule " + m + "_module \"" + modules.resolve("mod_" + m + ".so") + "\"")
        .collect(Collectors.joining("\n"));
  }

  private String ownerLines() {
    return owner.isEmpty() ? "" : "User " + owner.get(0) + "\nGroup " + owner.get(1);
  }

  private String members() {
    return IntStream.range(0, webs.size())
        .mapToObj(
            i ->
                "  BalancerMember \"http://%s\" route=web%d keepalive=On ttl=10 retry=1 max=%d"
                    .formatted(webs.get(i), i + 1, THREADS))
        .collect(Collectors.joining("\n"));
  }
}
