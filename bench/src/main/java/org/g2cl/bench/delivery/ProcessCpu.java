package org.g2cl.bench.delivery;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** Processor time of this process. */
public final class ProcessCpu {
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private ProcessCpu() {}

  /** Time of all its threads since its start, in nanoseconds; as exact as the system counts it. */
  public static long nanos() {
    return SYSTEM.getProcessCpuTime();
  }
}
