package org.g2cl.cmi.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.util.Locale;
import javax.management.ObjectName;
import org.g2cl.cmi.core.HaService;
import org.g2cl.cmi.core.NodeFigures;

/** Figures of a node of this JVM as its users read them. */
final class Figures {
  private Figures() {}

  /** A figure, which must be the same in JMX, at /metrics and in the node's status. */
  static long of(HaService node, String attribute) throws Exception {
    NodeFigures own = node.figures();
    URI page = URI.create(own.page());
    long inJmx = inJmx(own.location(), attribute);
    JsonNode status = Http.json(page, "/status");
    assertThat(status.at("/figures/" + attribute).asLong()).as(attribute).isEqualTo(inJmx);
    String key = "g2cl" + attribute.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    boolean counter = !Http.get(page, "/metrics").body().contains("\n" + key + "{");
    assertThat(Http.metric(page, counter ? key + "_total" : key, own.name()))
        .as("%s at /metrics", attribute)
        .isEqualTo((double) inJmx);
    return inJmx;
  }

  private static long inJmx(String location, String attribute) throws Exception {
    var name = new ObjectName("org.g2cl:type=HaService,node=" + ObjectName.quote(location));
    Object value = ManagementFactory.getPlatformMBeanServer().getAttribute(name, attribute);
    return value instanceof Boolean yes ? (yes ? 1 : 0) : ((Number) value).longValue();
  }
}
