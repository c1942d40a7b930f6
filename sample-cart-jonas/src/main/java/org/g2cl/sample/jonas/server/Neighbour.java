package org.g2cl.sample.jonas.server;

import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import javax.management.ObjectName;
import org.jgroups.JChannel;
import org.jgroups.Message;

/**
 * A member of ours in the group {@code neighbours}, in a JVM that has stock's JGroups 2.12 on its
 * class path too.
 *
 * <p>Prints READY when it has joined, then obeys lines on its standard input: {@code members}
 * answers {@code OK count}; {@code channels PORT PORT} opens two channels of the server's own
 * JGroups and answers {@code OK} with what the second has received of the first, and the size of
 * its view.
 */
@SuppressWarnings("deprecation") // of JGroups 2.12, whose receivers came later
public final class Neighbour {
  private static final int SESSION_SECONDS = 600;
  private static final long TIMEOUT_MILLIS = 20_000;
  private static final String NO_ADDRESS_OF_THIS_MACHINE = "192.0.2.77";

  private Neighbour() {}

  /**
   * Joins.
   *
   * @param arguments port of this member, port of the other one, which system properties tell ours
   */
  public static void main(String[] arguments) throws Exception {
    join(arguments[0], arguments[1]);
    System.out.println("READY neighbour");
    BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = commands.readLine(); line != null; line = commands.readLine()) {
      System.out.println(answer(line.trim().split(" ", -1), arguments[0]));
    }
    Runtime.getRuntime().halt(1); // who started it is gone
  }

  private static void join(String port, String other) throws ReflectiveOperationException {
    System.setProperty("g2cl.bind-port", port);
    System.setProperty("g2cl.peers", "127.0.0.1:" + port + ",127.0.0.1:" + other);
    System.setProperty("jgroups.bind_addr", NO_ADDRESS_OF_THIS_MACHINE); // stock's, not ours
    Class.forName("org.g2cl.cmi.jonas.G2clReplicationManager")
        .getConstructor(int.class, String.class, String.class, String.class, long.class)
        .newInstance(SESSION_SECONDS, null, null, "neighbours", 0);
    System.clearProperty("jgroups.bind_addr");
  }

  private static String answer(String[] words, String port) {
    try {
      return "OK "
          + (words[0].equals("members")
              ? Integer.toString(members(port))
              : channels(Integer.parseInt(words[1]), Integer.parseInt(words[2])));
    } catch (Exception e) {
      return "FAILED " + e;
    }
  }

  private static int members(String port) throws Exception {
    ObjectName group = new ObjectName("org.g2cl:type=Group,member=\"127.0.0.1:" + port + "\"");
    return ((String[]) ManagementFactory.getPlatformMBeanServer().getAttribute(group, "Members"))
        .length;
  }

  private static String channels(int port, int other) throws Exception {
    JChannel a = channel(port, other);
    JChannel b = channel(other, port);
    try {
      a.connect("stock");
      b.connect("stock");
      a.send(new Message(null, null, "hello"));
      while (true) {
        Object next = b.receive(TIMEOUT_MILLIS);
        if (next instanceof Message) {
          return ((Message) next).getObject() + " to " + b.getView().size();
        }
      }
    } finally {
      b.close();
      a.close();
    }
  }

  private static JChannel channel(int port, int other) throws Exception {
    String stack =
        "<config><TCP bind_addr='127.0.0.1' bind_port='"
            + port
            + "' port_range='0' enable_diagnostics='false'/>"
            + "<TCPPING timeout='1000' initial_hosts='127.0.0.1["
            + other
            + "]' port_range='0' num_initial_members='2'/>"
            + "<pbcast.NAKACK use_mcast_xmit='false' gc_lag='0'/><UNICAST/><pbcast.STABLE/>"
            + "<pbcast.GMS join_timeout='3000' print_local_addr='false'/></config>";
    File file = File.createTempFile("stock", ".xml");
    try {
      Files.write(file.toPath(), stack.getBytes(StandardCharsets.UTF_8));
      return new JChannel(file);
    } finally {
      Files.delete(file.toPath());
    }
  }
}
