package org.g2cl.sample.jonas.bed;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.g2cl.jgcs.tck.FreePorts;

/**
 * Servers of the cart and clients of them, each a process on 127.0.0.1; all ends with it.
 *
 * <p>Not thread-safe.
 */
public final class JonasBed implements AutoCloseable {
  private static final long START_SECONDS = 90;
  private static final String ENGINE = "g2cl.engine";

  private final Kind kind;
  private final Path work;
  private final Path ours;
  private final String javaHome;
  private final int[] registryPorts;
  private final int[] groupPorts;
  private final int[] replicationPorts;
  private final Path beanJar;
  private final Map<String, String> properties = new LinkedHashMap<>();
  private final List<Node> nodes = new ArrayList<>();

  /**
   * Prepares a bed; no server runs yet.
   *
   * @param work directory of its files
   * @param ours jar of the drop-in, for {@link Kind#G2CL}
   * @param javaHome JDK or JRE of servers and clients, null for that of this process
   * @param size greatest number of servers
   */
  public JonasBed(Kind kind, Path work, Path ours, String javaHome, int size)
      throws IOException, InterruptedException {
    this.kind = kind;
    this.work = Files.createDirectories(work.toAbsolutePath());
    this.ours = ours;
    this.javaHome = javaHome;
    registryPorts = ports(size);
    groupPorts = ports(size);
    replicationPorts = ports(size);
    Files.createDirectories(work.resolve("root/conf"));
    for (String file : Arrays.asList("carol.properties", "jonas.properties", "trace.properties")) {
      try (java.io.InputStream in = JonasBed.class.getResourceAsStream("/" + file)) {
        Path target = work.resolve("base/conf/" + file);
        Files.createDirectories(target.getParent());
        Files.copy(in, target, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
      }
    }
    configure();
    beanJar = BeanJar.made(this.work, classPath(Kind.STOCK, false, isOld(null)), jonas());
  }

  private static int[] ports(int count) throws IOException {
    int[] ports = new int[count];
    for (int i = 0; i < count; i++) {
      ports[i] = FreePorts.next();
    }
    return ports;
  }

  private void configure() throws IOException {
    Path conf = Files.createDirectories(work.resolve("conf"));
    String common =
        "delayToRefresh=\"500\" loadFactor=\"100\" providerBound=\"true\" registryBound=\"true\""
            + " recoTimeout=\"30000\" groupName=\"sample\" protocolAdded=\"false\""
            + " adminEnabled=\"true\" mbeanDomainName=\"shop\"";
    BeanJar.write(
        conf.resolve("stock.xml"),
        "<cmi xmlns=\"http://org.ow2.cmi.controller.common\""
            + " xmlns:c=\"http://org.ow2.cmi.controller.server.impl.jgroups\"><c:config "
            + common
            + " confFileName=\"jgroups-cmi.xml\"/></cmi>");
    BeanJar.write(
        conf.resolve("g2cl.xml"),
        "<cmi xmlns=\"http://org.ow2.cmi.controller.common\""
            + " xmlns:c=\"http://org.g2cl.cmi.jonas\"><c:config "
            + common
            + " confFileName=\"jgroups-cmi.xml\"/></cmi>");
    BeanJar.write(conf.resolve("jgroups-cmi.xml"), stack("sample.group.port", groupPorts, true));
    BeanJar.write(
        conf.resolve("jgroups-ha.xml"), stack("sample.replication.port", replicationPorts, false));
  }

  /**
   * A stack as stock's, over TCP: with total order and state transfer for the view manager.
   *
   * <p>Not as stock's in one thing: messages are not held back to be sent together, which the file
   * that cmi-ha brings does for up to 30 ms, and which would be most of a call's response time.
   */
  private static String stack(String property, int[] ports, boolean ordered) {
    String hosts =
        IntStream.of(ports).mapToObj(p -> "127.0.0.1[" + p + "]").collect(Collectors.joining(","));
    return "<config><TCP bind_addr=\"127.0.0.1\" bind_port=\"${"
        + property
        + "}\" port_range=\"0\" loopback=\"true\" enable_diagnostics=\"false\""
        + " enable_bundling=\"false\""
        + " discard_incompatible_packets=\"true\" sock_conn_timeout=\"300\""
        + " thread_pool.enabled=\"true\" thread_pool.min_threads=\"2\" thread_pool.max_threads=\"25\""
        + " thread_pool.queue_enabled=\"false\" thread_pool.rejection_policy=\"run\""
        + " oob_thread_pool.enabled=\"true\" oob_thread_pool.min_threads=\"2\""
        + " oob_thread_pool.max_threads=\"8\" oob_thread_pool.queue_enabled=\"false\""
        + " oob_thread_pool.rejection_policy=\"run\"/>"
        + "<TCPPING timeout=\"1500\" initial_hosts=\""
        + hosts
        + "\" port_range=\"0\" num_initial_members=\"2\"/>"
        + "<MERGE2 min_interval=\"3000\" max_interval=\"6000\"/><FD_SOCK bind_addr=\"127.0.0.1\"/>"
        + "<FD timeout=\"2000\" max_tries=\"3\"/>"
        + "<VERIFY_SUSPECT timeout=\"1000\" bind_addr=\"127.0.0.1\"/>"
        + (ordered ? "<BARRIER/>" : "")
        + "<pbcast.NAKACK use_mcast_xmit=\"false\" gc_lag=\"0\""
        + " retransmit_timeout=\"300,600,1200,2400\" discard_delivered_msgs=\"true\"/>"
        + "<UNICAST timeout=\"300,600,1200,2400\"/>"
        + "<pbcast.STABLE stability_delay=\"1000\" desired_avg_gossip=\"50000\""
        + " max_bytes=\"400000\"/>"
        + "<pbcast.GMS print_local_addr=\"true\" join_timeout=\"3000\"/>"
        + (ordered ? "<SEQUENCER/><FC max_credits=\"2000000\" min_threshold=\"0.10\"/>" : "")
        + "<FRAG2 frag_size=\"60000\"/>"
        + (ordered ? "<pbcast.STATE_TRANSFER/>" : "")
        + "</config>";
  }

  /** Sets a system property of the servers that are started from now on. */
  public JonasBed with(String property, String value) {
    properties.put(property, value);
    return this;
  }

  /**
   * Has the servers that are started from now on in a group of another engine than JGroups.
   *
   * @param peers whom the engine asks, {@code host:port} each, such as Spread's daemons
   */
  public JonasBed withEngine(String engine, String peers) {
    return with(ENGINE, engine).with("g2cl.peers", peers);
  }

  /** Starts a server and waits until it serves. */
  public Node server(int index) throws IOException {
    Node server = startServer(index);
    awaitReady(server);
    return server;
  }

  /** Starts a server. */
  public Node startServer(int index) throws IOException {
    String name = "server" + (index + 1);
    List<String> command = new ArrayList<>();
    command.add(java(javaHome));
    command.addAll(Arrays.asList("-Xmx192m", "-XX:+UseSerialGC"));
    command.addAll(flags());
    command.addAll(jonas());
    command.add("-Dsample.server=" + name);
    command.add("-Dsample.cmi=" + kind.name().toLowerCase(java.util.Locale.ROOT));
    command.add("-Dsample.group.port=" + groupPorts[index]);
    command.add("-Dsample.replication.port=" + replicationPorts[index]);
    command.add("-Dsample.ha.stack=jgroups-ha.xml");
    command.add("-Dcmi.conf.dir=" + work.resolve("conf"));
    command.add("-Dcmi.conf.filename=" + (kind == Kind.STOCK ? "stock.xml" : "g2cl.xml"));
    command.add("-Dg2cl.allowed-classes=org.g2cl.sample.jonas.bean.*");
    properties.forEach((key, value) -> command.add("-D" + key + "=" + value));
    if (properties.containsKey(ENGINE)) {
      command.add("-Dg2cl.bind-port=" + groupPorts[index]); // names the server
    }
    Path own = Files.createDirectories(work.resolve(name));
    command.addAll(
        Arrays.asList(
            "-cp",
            beanJar + File.pathSeparator + classPath(kind, true, isOld(javaHome)),
            "org.g2cl.sample.jonas.server.CartServer",
            Integer.toString(registryPorts[index]),
            beanJar.toString(),
            own.toString()));
    return started(name, command);
  }

  /**
   * Starts a member of ours that has stock's JGroups on its class path, behind our jar or before
   * it.
   *
   * @param index of the member's port in the group
   * @param other of the other member's
   */
  public Node startNeighbour(boolean oursFirst, int index, int other) throws IOException {
    String stock = classPath(Kind.STOCK, true, isOld(javaHome));
    List<String> command = new ArrayList<>();
    command.add(java(javaHome));
    command.addAll(
        Arrays.asList("-Xmx128m", "-XX:+UseSerialGC", "-Djava.net.preferIPv4Stack=true"));
    command.addAll(
        Arrays.asList(
            "-cp",
            oursFirst ? ours + File.pathSeparator + stock : stock + File.pathSeparator + ours,
            "org.g2cl.sample.jonas.server.Neighbour",
            Integer.toString(groupPorts[index]),
            Integer.toString(groupPorts[other])));
    return started("neighbour" + (index + 1), command);
  }

  /** Starts a client that obeys lines and has looked up the home at the first so many servers. */
  public Node client(int servers) throws IOException {
    Node client = startClient(servers);
    open(client);
    return client;
  }

  /** Starts a client that obeys lines, knowing the first so many servers; it asks none yet. */
  Node startClient(int servers) throws IOException {
    return client("client", "org.g2cl.sample.jonas.client.CartClient", urls(servers));
  }

  /** Has a client that was started look up the home. */
  static void open(Node client) {
    client.await("READY", START_SECONDS);
    String answer = client.ask("open");
    if (!answer.startsWith("OK")) {
      throw new IllegalStateException("the client finds no server: " + answer);
    }
  }

  /** Waits until servers that were started serve. */
  public static void awaitReady(Node... started) {
    for (Node server : started) {
      server.await("READY", START_SECONDS);
    }
  }

  /** Starts a client of that main class. */
  public Node client(String name, String main, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(java(javaHome));
    command.addAll(Arrays.asList("-Xmx256m", "-XX:+UseSerialGC"));
    command.addAll(flags());
    command.addAll(
        Arrays.asList(
            "-cp", beanJar + File.pathSeparator + classPath(kind, false, isOld(javaHome)), main));
    command.addAll(Arrays.asList(arguments));
    return started(name, command);
  }

  /** Addresses of the first so many servers, as a client is given them. */
  public String urls(int servers) {
    return IntStream.of(registryPorts)
        .limit(servers)
        .mapToObj(port -> "127.0.0.1:" + port)
        .collect(Collectors.joining(","));
  }

  /** Directory of its files. */
  Path work() {
    return work;
  }

  /** Port by which views name a server. */
  public int port(int index) {
    return registryPorts[index];
  }

  /** Port of a server in the group. */
  public int groupPort(int index) {
    return groupPorts[index];
  }

  private Node started(String name, List<String> command) throws IOException {
    Node node = Node.start(name, command, work.resolve(name + "-" + nodes.size() + ".log"));
    nodes.add(node);
    return node;
  }

  static String java(String home) {
    String chosen = home == null ? System.getProperty("java.home") : home;
    return chosen + File.separator + "bin" + File.separator + "java";
  }

  /** Whether a Java has what left the JDK in version 11. */
  private static boolean isOld(String home) {
    return home == null
        ? System.getProperty("java.version").startsWith("1.")
        : new File(home, "jre/lib/rt.jar").exists() || new File(home, "lib/rt.jar").exists();
  }

  private List<String> flags() {
    List<String> flags = new ArrayList<>();
    flags.add("-Djava.rmi.server.hostname=127.0.0.1");
    flags.add("-Djgroups.bind_addr=127.0.0.1");
    flags.add("-Djava.net.preferIPv4Stack=true");
    flags.add(
        "-Djavax.rmi.CORBA.PortableRemoteObjectClass=org.ow2.carol.rmi.multi.JrmpPRODelegate");
    flags.add(
        "-Dorg.ow2.PortableInterceptor.JRMPInitializerClass"
            + ".org.ow2.cmi.ha.interceptor.jrmp.HAInterceptorInitializer=");
    if (!isOld(javaHome)) {
      flags.add("--add-exports=java.rmi/sun.rmi.server=ALL-UNNAMED");
      flags.add("--add-exports=java.rmi/sun.rmi.transport=ALL-UNNAMED");
    }
    return flags;
  }

  private List<String> jonas() {
    return Arrays.asList(
        "-Djonas.root=" + work.resolve("root"), "-Djonas.base=" + work.resolve("base"));
  }

  /** JGroups and stock's view manager are there for stock only, our jar for us only. */
  private String classPath(Kind of, boolean server, boolean oldJava) {
    List<String> path = new ArrayList<>();
    if (of == Kind.G2CL && server) {
      path.add(ours.toString());
    }
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      String name = new File(entry).getName();
      boolean stockOnly = name.startsWith("jgroups-") || name.startsWith("cmi-jgroups");
      boolean corba = name.startsWith("jacorb-omgapi") || name.startsWith("jboss-rmi-api");
      boolean forThis = (of == Kind.STOCK || !stockOnly) && !isUnpacked(entry);
      if (forThis && !(corba && oldJava)) {
        path.add(entry);
      }
    }
    return String.join(File.pathSeparator, path);
  }

  /** Whether it is what a test was compiled with of our drop-in, which is for a later Java. */
  private static boolean isUnpacked(String entry) {
    java.net.URL drop = JonasBed.class.getResource("/org/g2cl/cmi/jonas/G2clHaService.class");
    return drop != null && drop.getPath().contains(new File(entry).toURI().getPath());
  }

  @Override
  public void close() {
    nodes.forEach(Node::close);
  }
}
