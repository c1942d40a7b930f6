package org.g2cl.bench.node;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Hashtable;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Remote client of some nodes with the sessions that it has open. */
final class Client {
  private static final String NAME = "BasketBeanRemote";
  private static final String OWN = "org.g2cl.cmi.client.HaContextFactory";
  private static final String STOCK = "org.apache.openejb.client.RemoteInitialContextFactory";

  private final Context context;
  private final Deque<Basket> open = new ArrayDeque<>();

  private Client(Context context) {
    this.context = context;
  }

  /**
   * Client of these servers.
   *
   * @param stock whether it is OpenEJB's, which knows the first server only
   * @param policy by which sessions are spread, see the client's settings
   */
  @SuppressWarnings("JdkObsolete") // the type of the naming API
  static Client of(String servers, boolean stock, String policy) throws NamingException {
    Hashtable<Object, Object> environment = new Hashtable<>();
    environment.put(Context.INITIAL_CONTEXT_FACTORY, stock ? STOCK : OWN);
    environment.put(Context.PROVIDER_URL, stock ? "ejbd://" + servers.split(",", -1)[0] : servers);
    environment.put("g2cl.client.policy", policy);
    return new Client(new InitialContext(environment));
  }

  /** Creates a session and calls it once. */
  @SuppressWarnings(
      "BanJNDI") // the name is a constant, the servers are workers of this measurement
  Basket create(int lines) throws NamingException {
    Basket basket = (Basket) context.lookup(NAME);
    basket.fill(lines);
    return basket;
  }

  /** Opens sessions up to this number; returns the size of the state of the last. */
  int open(int sessions, int lines) throws NamingException {
    while (open.size() < sessions) {
      open.add(create(lines));
    }
    return open.getLast().stateBytes();
  }

  List<Basket> sessions() {
    return new ArrayList<>(open);
  }

  /** The first sessions. */
  List<Basket> sessions(int count) {
    return open.stream().limit(count).toList();
  }

  /** Ends all sessions. */
  void drop() {
    while (!open.isEmpty()) {
      open.remove().end();
    }
  }

  /** Changes a line of a session. */
  static void change(Basket basket, int lines) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    basket.put(random.nextInt(Math.max(1, lines)), random.nextInt(100));
  }
}
