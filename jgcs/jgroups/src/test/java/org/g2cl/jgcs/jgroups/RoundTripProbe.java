package org.g2cl.jgcs.jgroups;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.MembershipSession;
import net.sf.jgcs.Message;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.Service;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.annotation.PointToPoint;
import net.sf.jgcs.jgroups.JGroupsGroup;
import net.sf.jgcs.spi.ProtocolProvider;
import org.g2cl.jgcs.tck.FreePorts;

/** Command that measures how long one caller waits for an {@link EchoMember} in another process. */
final class RoundTripProbe {
  private static final int WARM_UP = 6000;
  private static final int MEASURED = 6000;

  private RoundTripProbe() {}

  /** Arguments: service, and optionally a stack. */
  @SuppressWarnings("SystemOut") // a command line
  public static void main(String[] args) throws Exception {
    String service = args.length > 0 ? args[0] : ServiceNames.UNORDERED;
    String stack = args.length > 1 ? args[1] : "";
    int port = FreePorts.next();
    Protocol protocol =
        Protocols.factory(
                "jgroups",
                Map.of(
                    ProtocolProvider.MEMBER_NAME,
                    "probe",
                    ProtocolProvider.BIND_PORT,
                    Integer.toString(port),
                    ProtocolProvider.STACK,
                    stack))
            .createProtocol();
    JGroupsGroup group = new JGroupsGroup("g");
    MembershipSession control = (MembershipSession) protocol.openControlSession(group);
    DataSession data = protocol.openDataSession(group);
    SynchronousQueue<Integer> replies = new SynchronousQueue<>();
    data.setMessageListener(
        m -> {
          if (m.payload().get(0) == EchoMember.REPLY) {
            try {
              replies.offer(m.payload().remaining(), 1, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }
          return null;
        });
    control.join();
    Process echo = EchoProcess.start("echo", 0, "127.0.0.1:" + port, service, stack);
    while (control.getMembership().getMembershipList().size() < 2) {
      if (new CountDownLatch(1).await(50, TimeUnit.MILLISECONDS)) {
        break;
      }
    }
    Service quality = protocol.lookupService(service);
    PointToPoint to = new PointToPoint(control.getMembership().getJoinedMembers().get(0));
    for (int size : new int[] {100, 1024, 10_240, 102_400}) {
      List<Long> times = new ArrayList<>();
      long cpu = 0;
      for (int i = 0; i < WARM_UP + MEASURED; i++) {
        if (i == WARM_UP) {
          cpu = cpuNanos();
        }
        byte[] payload = new byte[size];
        payload[0] = EchoMember.REQUEST;
        Message request = data.createMessage();
        request.setPayload(payload);
        long start = System.nanoTime();
        data.multicast(request, quality, null, to);
        if (replies.poll(5, TimeUnit.SECONDS) == null) {
          System.out.println("no reply");
        }
        if (i >= WARM_UP) {
          times.add(System.nanoTime() - start);
        }
      }
      cpu = cpuNanos() - cpu;
      long[] sorted = times.stream().mapToLong(Long::longValue).sorted().toArray();
      System.out.printf(
          "%s %d B: p50 %d us, p90 %d us, p99 %d us, CPU of the caller's process %d us a call%n",
          service,
          size,
          sorted[sorted.length / 2] / 1000,
          sorted[sorted.length * 9 / 10] / 1000,
          sorted[sorted.length * 99 / 100] / 1000,
          cpu / MEASURED / 1000);
    }
    echo.destroyForcibly();
    protocol.close();
    System.out.println(Arrays.toString(args));
  }

  private static long cpuNanos() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
