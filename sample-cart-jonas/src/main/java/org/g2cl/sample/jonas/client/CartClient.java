package org.g2cl.sample.jonas.client;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.g2cl.sample.jonas.bean.Cart;

/**
 * A client that obeys lines on its standard input, {@code COMMAND CART [ARGUMENT...]}, and prints
 * {@code OK result} or {@code FAILED reason} for each: create, insert, checkout, fail,
 * fail-outside, audit, spoil, keep, where, remove, with {@code elsewhere} before it from another
 * thread; and before all of these {@code open}, which looks up the home.
 */
public final class CartClient {
  private final ExecutorService otherThread = Executors.newSingleThreadExecutor();
  private final String servers;
  private final Map<String, Cart> carts = new HashMap<>();
  private Shop shop;

  private CartClient(String servers) {
    this.servers = servers;
  }

  /**
   * Starts a client.
   *
   * @param arguments servers, {@code host:port,host:port}
   */
  public static void main(String[] arguments) throws Exception {
    CartClient client = new CartClient(arguments[0]);
    BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    client.otherThread.submit(() -> {}).get(); // before any call: CMI's thread locals are inherited
    System.out.println("READY client");
    for (String line = commands.readLine(); line != null; line = commands.readLine()) {
      System.out.println(client.answer(line.trim().split(" ", -1)));
    }
    System.exit(0);
  }

  private String answer(String[] words) {
    try {
      return "OK " + execute(words);
    } catch (Exception e) {
      StringBuilder causes = new StringBuilder();
      for (Throwable at = e; at != null; at = at.getCause()) {
        causes.append(at.toString().replace('\n', ' ')).append(" <- ");
      }
      return "FAILED " + causes;
    }
  }

  private String execute(String[] words) throws Exception {
    if (words[0].equals("elsewhere")) {
      String[] rest = Arrays.copyOfRange(words, 1, words.length);
      return otherThread.submit(() -> execute(rest)).get();
    }
    if (words[0].equals("open")) {
      shop = new Shop(servers);
      return "";
    }
    Cart cart = carts.get(words[1]);
    switch (words[0]) {
      case "create":
        carts.put(words[1], shop.create());
        return "";
      case "insert":
        return Integer.toString(cart.insert(Long.parseLong(words[2]), words[3], 1));
      case "checkout":
        return Integer.toString(cart.checkOut(Long.parseLong(words[2])));
      case "order":
        return Integer.toString(cart.order(Long.parseLong(words[2])).pieces());
      case "fail":
        return Integer.toString(cart.fail(Long.parseLong(words[2]), words[3]));
      case "fail-outside":
        return Integer.toString(cart.failOutside());
      case "audit":
        return cart.audit();
      case "keep":
        return cart.keep(words[2]);
      case "where":
        return cart.where();
      case "spoil":
        cart.spoil();
        return "";
      case "remove":
        cart.remove();
        return "";
      default:
        throw new IllegalArgumentException(words[0]);
    }
  }
}
