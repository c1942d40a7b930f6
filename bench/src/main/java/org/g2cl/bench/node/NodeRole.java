package org.g2cl.bench.node;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.stream.Stream;
import org.g2cl.bench.delivery.ProcessCpu;
import org.g2cl.bench.worker.Arguments;
import org.g2cl.bench.worker.BenchException;
import org.g2cl.bench.worker.Role;
import org.g2cl.cmi.core.HaSetting;
import org.g2cl.cmi.core.HaSettings;
import org.g2cl.cmi.tomee.EmbeddedBusinessNode;

/** Worker's part as a business node: embedded OpenEJB with the basket, in a group or alone. */
public final class NodeRole implements Role {
  private static final String HOST = "127.0.0.1";
  private static final int COLLECTIONS = 4;

  private EmbeddedBusinessNode node;

  /** For the worker. */
  public NodeRole() {}

  @Override
  public Object handle(String verb, Arguments arguments) {
    return switch (verb) {
      case "start" -> start(arguments);
      case "members" -> node.ha().map(ha -> ha.status().nodes().size()).orElse(1);
      case "copies" -> node.ha().map(ha -> ha.status().propagation().copies()).orElse(0);
      case "cpu" -> ProcessCpu.nanos();
      case "heap" -> heap();
      case "forgetPeak" -> forgetPeak();
      case "peak" -> peak();
      default -> throw new BenchException("a node does not know how to " + verb);
    };
  }

  private Object start(Arguments arguments) {
    EmbeddedBusinessNode.Builder builder =
        EmbeddedBusinessNode.builder()
            .host(HOST)
            .port(arguments.number("port"))
            .application("bench")
            .classes(BasketBean.class);
    boolean replicated = Boolean.parseBoolean(arguments.text("replicated"));
    node = (replicated ? builder.ha(group(arguments)) : builder.withoutReplication()).start();
    return null;
  }

  private static HaSettings group(Arguments arguments) {
    return HaSettings.builder()
        .set(HaSetting.ENGINE, arguments.text("engine"))
        .set(HaSetting.LOCATION, HOST + ":" + arguments.text("port"))
        .set(HaSetting.GROUP, arguments.text("group"))
        .set(HaSetting.BIND_ADDRESS, HOST)
        .set(HaSetting.BIND_PORT, arguments.number("groupPort"))
        .set(HaSetting.PEERS, arguments.text("peers"))
        .set(HaSetting.BACKUPS, arguments.number("backups"))
        .build();
  }

  /** Bytes in use once no collection frees more, which references let go late may need. */
  private static long heap() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
      least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
    return least;
  }

  private static Object forgetPeak() {
    heapPools().forEach(MemoryPoolMXBean::resetPeakUsage);
    return null;
  }

  /**
   * Most bytes in use since the peak was forgotten, garbage included; each pool at its own time.
   */
  private static long peak() {
    return heapPools().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
  }

  private static Stream<MemoryPoolMXBean> heapPools() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP);
  }

  @Override
  public void close() {
    if (node != null) {
      node.close();
      node = null;
    }
  }
}
