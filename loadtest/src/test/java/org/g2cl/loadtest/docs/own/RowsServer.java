package org.g2cl.loadtest.docs.own;

import java.util.Map;
import org.g2cl.cmi.tomee.EmbeddedBusinessNode;

/** As {@link OwnServer}, with a database: its address is the fourth argument. */
final class RowsServer {
  private RowsServer() {}

  public static void main(String[] arguments) throws InterruptedException {
    EmbeddedBusinessNode.builder()
        .ha(OwnServer.group(arguments))
        .classes(GuestBookBean.class)
        .dataSource(
            "guests",
            Map.of("JdbcDriver", "org.h2.Driver", "JdbcUrl", arguments[3], "UserName", "sa"))
        .markers("guests")
        .start();
    System.out.println("READY");
    Thread.currentThread().join(); // until it is killed
  }
}
