package org.g2cl.sample.jonas;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.function.Function;
import org.jgroups.JChannel;
import org.jgroups.Message;

/**
 * Two channels of the server's own JGroups on 127.0.0.1; gives what the second has received of the
 * first, and the size of its view.
 */
@SuppressWarnings("deprecation") // of JGroups 2.12, whose receivers came later
public final class StockChannels implements Function<int[], String> {
  private static final long TIMEOUT_MILLIS = 20_000;

  private static JChannel channel(int port, int other) throws Exception {
    String stack =
        ("<config><TCP bind_addr='127.0.0.1' bind_port='%d' port_range='0' enable_diagnostics='false'/>"
                + "<TCPPING timeout='1000' initial_hosts='127.0.0.1[%d]' port_range='0' num_initial_members='2'/>"
                + "<pbcast.NAKACK use_mcast_xmit='false' gc_lag='0'/><UNICAST/><pbcast.STABLE/>"
                + "<pbcast.GMS join_timeout='3000' print_local_addr='false'/></config>")
            .formatted(port, other);
    File file = File.createTempFile("stock", ".xml");
    try {
      Files.write(file.toPath(), stack.getBytes(StandardCharsets.UTF_8));
      return new JChannel(file);
    } finally {
      Files.delete(file.toPath());
    }
  }

  @Override
  public String apply(int[] ports) {
    try {
      JChannel a = channel(ports[0], ports[1]);
      JChannel b = channel(ports[1], ports[0]);
      try {
        a.connect("stock");
        b.connect("stock");
        a.send(new Message(null, null, "hello"));
        for (Object next = b.receive(TIMEOUT_MILLIS); ; next = b.receive(TIMEOUT_MILLIS)) {
          if (next instanceof Message message) {
            return message.getObject() + " to " + b.getView().size();
          }
        }
      } finally {
        b.close();
        a.close();
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
