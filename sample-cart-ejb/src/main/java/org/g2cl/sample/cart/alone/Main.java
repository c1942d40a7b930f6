package org.g2cl.sample.cart.alone;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.g2cl.sample.cart.CartDatabaseException;
import org.g2cl.sample.cart.web.WebNodeException;

/**
 * Runs the shop until Ctrl-C: {@code Main [port [jdbc-url user password]]}; H2 in memory unless
 * told.
 */
public final class Main {

  private static final String IN_MEMORY = "jdbc:h2:mem:cart;DB_CLOSE_DELAY=-1";

  private Main() {}

  /** Starts the shop, says where it is, and waits for the JVM's end. */
  public static void main(String[] args) throws IOException, InterruptedException {
    if (args.length != 0 && args.length != 1 && args.length != 4) {
      System.err.println("Usage: Main [port [jdbc-url user password]]");
      System.exit(2);
    }
    int port = args.length == 0 ? 8080 : Integer.parseInt(args[0]);
    String[] database =
        args.length == 4
            ? new String[] {args[1], args[2], args[3]}
            : new String[] {IN_MEMORY, "sa", ""};
    try {
      ShopAlone shop = ShopAlone.start(database[0], database[1], database[2], port);
      Runtime.getRuntime().addShutdownHook(new Thread(shop::close, "shop-close"));
      System.out.println("The shop is open: " + shop.web().url() + "/shop   (Ctrl-C ends it)");
    } catch (CartDatabaseException | WebNodeException e) {
      System.err.println(e.getMessage());
      System.exit(1);
    }
    new CountDownLatch(1).await();
  }
}
