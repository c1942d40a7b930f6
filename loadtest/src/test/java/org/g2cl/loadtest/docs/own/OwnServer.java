package org.g2cl.loadtest.docs.own;

import org.g2cl.cmi.core.HaSetting;
import org.g2cl.cmi.core.HaSettings;
import org.g2cl.cmi.tomee.EmbeddedBusinessNode;

/** One server: its port, its port in the group, and the other's there. */
final class OwnServer {
  private OwnServer() {}

  public static void main(String[] arguments) throws InterruptedException {
    EmbeddedBusinessNode.builder().ha(group(arguments)).classes(CounterBean.class).start();
    System.out.println("READY");
    Thread.currentThread().join(); // until it is killed
  }

  static HaSettings group(String[] arguments) {
    return HaSettings.builder()
        .set(HaSetting.GROUP, "test")
        .set(HaSetting.LOCATION, "127.0.0.1:" + arguments[0])
        .set(HaSetting.BIND_PORT, arguments[1])
        .set(HaSetting.PEERS, "127.0.0.1:" + arguments[2])
        .build();
  }
}
