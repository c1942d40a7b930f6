package org.g2cl.loadtest.chaos;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.g2cl.cmi.client.HaContextFactory;
import org.g2cl.sample.cart.Cart;

/**
 * Client that fills carts and checks out, one call after the other.
 *
 * <p>A cart is used for a number of writes, then rests for some minutes, so that sessions that
 * nobody calls go through faults too, and is then audited and closed. Each third cart is called
 * through another stateful bean, which counts its writes, too.
 */
final class Shopping implements Runnable {
  private static final int WRITES = 150;
  private static final int CYCLE = 12;
  private static final int PRODUCTS = 20;
  private static final long REST_NANOS = Duration.ofMinutes(4).toNanos();
  private static final int MOST_RESTING = 40;
  private static final int BOOKED_EVERY = 3;
  private static final int ATTEMPTS = 3;
  private static final int LEAST_PAUSE_MILLIS = 20;

  private final int number;
  private final int pauseMillis;
  private final Properties environment = new Properties();
  private final CartCalls calls;
  private final Gate gate;
  private final Random random;
  private final Deque<Rest> resting = new ArrayDeque<>();
  private Cart cart;
  private int cartNumber;
  private long sequence;

  private record Rest(int number, Cart cart, long since) {}

  /**
   * @param servers business nodes, {@code host:port} with commas between
   * @param pause mean pause between two calls
   */
  Shopping(int number, String servers, Duration pause, History history, Gate gate, long seed) {
    this.number = number;
    this.pauseMillis = (int) Math.max(LEAST_PAUSE_MILLIS, pause.toMillis());
    this.calls = new CartCalls(number, history);
    this.gate = gate;
    this.random = new Random(seed + number);
    environment.setProperty(Context.INITIAL_CONTEXT_FACTORY, HaContextFactory.class.getName());
    environment.setProperty(Context.PROVIDER_URL, servers);
  }

  @Override
  public void run() {
    try {
      while (gate.enter(this)) {
        try {
          step();
        } finally {
          gate.leave(this);
        }
        TimeUnit.MILLISECONDS.sleep(pauseMillis / 2 + random.nextInt(pauseMillis));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Audits and closes all carts; to be called when {@link #run} has ended.
   *
   * @param end reading of {@link System#nanoTime} from which on no further call is made
   */
  void settle(long end) {
    if (cart != null) {
      resting.add(new Rest(cartNumber, cart, 0));
      cart = null;
    }
    for (Rest rest : resting) {
      for (int attempt = 0;
          attempt < ATTEMPTS && System.nanoTime() < end && !finish(rest);
          attempt++) {
        // a client's deadline lies between two attempts
      }
    }
    resting.clear();
  }

  int number() {
    return number;
  }

  @Override
  public String toString() {
    return "client " + number + ", " + calls.last();
  }

  private void step() {
    Rest oldest = resting.peek();
    if (oldest != null
        && (resting.size() > MOST_RESTING || System.nanoTime() - oldest.since() > REST_NANOS)) {
      resting.remove();
      if (!finish(oldest)) {
        resting.add(new Rest(oldest.number(), oldest.cart(), System.nanoTime()));
      }
    } else if (cart == null) {
      create();
    } else if (sequence >= WRITES) {
      resting.add(new Rest(cartNumber, cart, System.nanoTime()));
      cart = null;
    } else {
      shop();
    }
  }

  private void create() {
    cartNumber++;
    sequence = 0;
    calls.make(
        cartNumber,
        Act.CREATE,
        0,
        () -> {
          Cart created = lookUp();
          String id = created.id();
          cart = created;
          return id;
        });
  }

  @SuppressWarnings("BanJNDI") // the names are constants, the provider is the bed's own
  private Cart lookUp() throws NamingException {
    Context context = new InitialContext(environment);
    try {
      return (Cart)
          context.lookup(
              cartNumber % BOOKED_EVERY == 0 ? "BookedCartBeanRemote" : "CartBeanRemote");
    } finally {
      context.close();
    }
  }

  private void shop() {
    if (random.nextInt(8) == 0) {
      read(cartNumber, cart);
      return;
    }
    long next = ++sequence;
    String product = String.format(Locale.ROOT, "P-%03d", 1 + next % PRODUCTS);
    Cart used = cart;
    Operation done;
    if (next % CYCLE == 0) {
      done =
          calls.make(cartNumber, Act.CHECKOUT, next, () -> "" + used.checkOut(next).orderNumber());
    } else if (next % CYCLE == 7) {
      String earlier = String.format(Locale.ROOT, "P-%03d", 1 + (next - 1) % PRODUCTS);
      done = calls.make(cartNumber, Act.UPDATE, next, () -> "" + used.update(next, earlier, 3));
    } else if (next % CYCLE == 9) {
      String earlier = String.format(Locale.ROOT, "P-%03d", 1 + (next - 1) % PRODUCTS);
      done = calls.make(cartNumber, Act.REMOVE, next, () -> "" + used.remove(next, earlier));
    } else {
      done = calls.make(cartNumber, Act.INSERT, next, () -> "" + used.insert(next, product, 1));
    }
    if (done.outcome() == Outcome.GONE) {
      cart = null; // the proxy is of no use any more
    }
  }

  private Operation read(int which, Cart from) {
    return calls.make(which, Act.READ, 0, () -> CartCalls.audit(from));
  }

  /** Audits and closes a cart; false when it did not answer. */
  private boolean finish(Rest rest) {
    Outcome audited = read(rest.number(), rest.cart()).outcome();
    if (audited == Outcome.OK) {
      calls.make(
          rest.number(),
          Act.CLOSE,
          0,
          () -> {
            rest.cart().close();
            return "";
          });
    }
    return audited != Outcome.UNKNOWN;
  }
}
