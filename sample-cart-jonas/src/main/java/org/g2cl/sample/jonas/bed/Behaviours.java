package org.g2cl.sample.jonas.bed;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.g2cl.sample.jonas.server.CrashPoint;

/**
 * What becomes of carts and orders when servers die, join and part: the same for stock and ours.
 *
 * <p>Two servers at a time; what dies is started again, as one that joins late. Not thread-safe.
 */
public final class Behaviours implements AutoCloseable {
  private static final int SERVERS = 3;
  private static final long PATIENCE_SECONDS = 90;
  private static final long JOIN_SECONDS = 20;
  private static final int JOINS = 4;

  private final Kind kind;
  private final JonasBed bed;
  private final String database;
  private final Node[] servers = new Node[SERVERS];
  private Node client;
  private int carts;
  private String answer = "";
  private long written;

  /** What became of a call. */
  public enum Fate {
    /** It took effect once, and the client has the answer. */
    ONCE,
    /** The client was answered, and it did not take effect, or not wholly. */
    LOST,
    /** It took effect twice. */
    TWICE,
    /** The client got an error. */
    FAILED
  }

  /**
   * Starts two servers and a client.
   *
   * @param ours jar of the drop-in
   * @param javaHome Java of servers and client, null for this one
   * @param database JDBC URL of H2 or PostgreSQL, reachable from other processes
   */
  public Behaviours(Kind kind, Path work, Path ours, String javaHome, String database)
      throws IOException, InterruptedException {
    this(kind, work, ours, javaHome, database, bed -> {});
  }

  /**
   * As above, with servers of other settings.
   *
   * @param settings is given the bed before a server runs
   */
  public Behaviours(
      Kind kind,
      Path work,
      Path ours,
      String javaHome,
      String database,
      Consumer<JonasBed> settings)
      throws IOException, InterruptedException {
    this.kind = kind;
    this.database = database;
    this.bed =
        new JonasBed(kind, work, ours, javaHome, SERVERS)
            .with("sample.policy", "FirstAvailable")
            .with("sample.database", database);
    settings.accept(bed);
    try {
      servers[0] = bed.server(0);
      servers[1] = bed.server(1);
      awaitSeen(0, 1);
      client = bed.client(SERVERS);
    } catch (IOException | RuntimeException e) {
      bed.close();
      throw e;
    }
  }

  /** A client's checkout during which its server dies at a point; then that server joins again. */
  public Fate crash(CrashPoint point) throws IOException {
    String cart = newCart(2);
    int owner = ownerOf(cart);
    long rows = rows();
    servers[owner].crashAt(point.name());
    answer = client.ask((point == CrashPoint.IN_REPLY ? "order " : "checkout ") + cart + " 3");
    servers[owner].awaitEnd();
    written = rows() - rows;
    Fate fate = fate(cart, "3");
    startAgain(owner);
    return fate;
  }

  /**
   * A client's checkout, so long after the beginning of which its server is killed; then that
   * server joins again.
   */
  public Fate kill(long millis) throws IOException {
    String cart = newCart(2);
    int owner = ownerOf(cart);
    long rows = rows();
    client.tell("checkout " + cart + " 3");
    java.util.concurrent.locks.LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
    servers[owner].kill();
    answer = client.answer("checkout " + cart);
    written = rows() - rows;
    Fate fate = fate(cart, "3");
    startAgain(owner);
    return fate;
  }

  /** What the client was told at the last crash. */
  public String answer() {
    return answer;
  }

  /** Orders in the database of the checkout at the last crash, one when none is lost or doubled. */
  public long written() {
    return written;
  }

  private Fate fate(String cart, String sequence) {
    if (!answer.startsWith("OK")) {
      return Fate.FAILED;
    }
    String audit = client.ask("audit " + cart);
    String[] seen = audit.split(" ", -1);
    if (written > 1 || (seen.length > 3 && !seen[3].equals("0"))) {
      return Fate.TWICE;
    }
    boolean whole =
        audit.startsWith("OK " + sequence + " " + sequence + " 0 0 ")
            && written == 1
            && answer.equals("OK 2");
    return whole ? Fate.ONCE : Fate.LOST;
  }

  /**
   * Carts on two servers; one dies, a third joins, then the other of the first two dies.
   *
   * @return carts that the joiner goes on with, of ten
   */
  public int lateJoiner() throws IOException {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      all.add(newCart(2));
    }
    int owner = ownerOf(all.get(0));
    int other = 1 - owner;
    servers[other].kill();
    servers[2] = bed.server(2);
    if (kind == Kind.G2CL) {
      await("the joiner has the copies", () -> missing(owner) == 0);
    }
    awaitSeen(owner, 2);
    pauseForClients();
    servers[owner].kill();
    int kept = 0;
    for (String cart : all) {
      client.ask("insert " + cart + " 3 P3");
      if (client.ask("audit " + cart).startsWith("OK 3 3 0 0 ")) {
        kept++;
      }
    }
    servers[2].kill();
    servers[2] = null;
    startAgain(owner, other);
    return kept;
  }

  /**
   * The server of some carts stands still until the other has put it out of the group, and then
   * goes on; meanwhile a client waits for it. When both know each other's objects again, each cart
   * is called, then that server dies, and each is called once more.
   *
   * @return what became of the carts, each {@code OK 4 4 0 0 4} when nothing was lost or doubled
   */
  public List<String> sessionsOverMerge() throws IOException {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      all.add(newCart(2));
    }
    String waiting = all.get(0);
    int owner = ownerOf(waiting);
    if (!merge(owner, () -> client.tell("insert " + waiting + " 3 P3"))) {
      throw new IllegalStateException("the servers do not know each other again" + states());
    }
    expectOk(client.answer("insert " + waiting));
    await("all copies are there", () -> missing(0) == 0 && missing(1) == 0);
    for (String cart : all) {
      if (!cart.equals(waiting)) {
        expectOk(client.ask("insert " + cart + " 3 P3"));
      }
    }
    servers[owner].kill();
    List<String> audits = new ArrayList<>();
    for (String cart : all) {
      expectOk(client.ask("insert " + cart + " 4 P4"));
      audits.add(client.ask("audit " + cart));
    }
    startAgain(owner);
    return audits;
  }

  /**
   * A server stands still until the other has put it out of the group, and then goes on.
   *
   * @return whether both know each other's objects again
   */
  public boolean merge() {
    return merge(1, () -> {});
  }

  private boolean merge(int paused, Runnable meanwhile) {
    int other = 1 - paused;
    await("both see both", () -> sees(0, 1) && sees(1, 0));
    servers[paused].pause(true);
    meanwhile.run();
    try {
      await(
          "the group is parted",
          () -> {
            servers[paused].keepPaused();
            return !sees(other, paused);
          });
    } finally {
      servers[paused].pause(false);
    }
    return within(45, () -> sees(0, 1) && sees(1, 0));
  }

  /** Clients poll the view twice a second. */
  private void pauseForClients() {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(3);
    while (System.nanoTime() < end) {
      sleep();
    }
  }

  /** A cart with so many lines. */
  private String newCart(int lines) {
    String cart = "c" + ++carts;
    expectOk(client.ask("create " + cart));
    for (int i = 1; i <= lines; i++) {
      expectOk(client.ask("insert " + cart + " " + i + " P" + i));
    }
    return cart;
  }

  private static void expectOk(String answer) {
    if (!answer.startsWith("OK")) {
      throw new IllegalStateException(answer);
    }
  }

  private int ownerOf(String cart) {
    String name = client.ask("where " + cart);
    return Integer.parseInt(name.substring(name.length() - 1)) - 1;
  }

  /** Whether a server knows that another one has the cart. */
  private boolean sees(int server, int other) {
    String view = " " + servers[server].view() + " ";
    return view.contains(" " + bed.port(other) + " ");
  }

  /**
   * Starts servers that are down, and a client anew: one of stock CMI remembers for a while who was
   * dead.
   */
  private void startAgain(int... down) throws IOException {
    client.close();
    if (down.length < 2) {
      giveTimeToForget(1 - down[0], down[0]);
    }
    for (int index : down) {
      servers[index] = bed.startServer(index);
      if (index != down[down.length - 1]) {
        JonasBed.awaitReady(servers[index]); // one after the other, as they find each other so
      }
    }
    Node fresh = bed.startClient(SERVERS);
    int last = down[down.length - 1];
    JonasBed.awaitReady(servers[last]);
    awaitSeen(1 - last, last);
    if (kind == Kind.G2CL) {
      await("all copies are there", () -> missing(0) == 0 && missing(1) == 0);
    }
    JonasBed.open(fresh);
    client = fresh;
  }

  /**
   * Waits until a server and a joiner see each other. One of stock CMI that found nobody in time,
   * as on a busy machine, began a group of its own; groups that meet later exchange nothing of what
   * each knows, so that it never would be seen. Such a joiner is started anew, as its administrator
   * would do.
   */
  private void awaitSeen(int server, int joiner) throws IOException {
    BooleanSupplier seen = () -> sees(server, joiner) && sees(joiner, server);
    for (int join = 1; kind == Kind.STOCK && join < JOINS && !within(JOIN_SECONDS, seen); join++) {
      servers[joiner].kill();
      giveTimeToForget(server, joiner);
      servers[joiner] = bed.server(joiner);
    }
    await("the servers see each other", seen);
  }

  /**
   * Waits, with stock, until a server has taken a dead one's objects off its list: it does so on
   * its own time, and would take off those of the next at the same address. It can forget to.
   */
  private void giveTimeToForget(int server, int dead) {
    if (kind == Kind.STOCK) {
      within(JOIN_SECONDS, () -> !sees(server, dead));
    }
  }

  private int missing(int index) {
    return servers[index].figures()[3];
  }

  private long rows() {
    try (Connection connection =
            DriverManager.getConnection(
                database, database.startsWith("jdbc:h2:") ? "sa" : "postgres", "");
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT COUNT(*) FROM jonas_order")) {
      result.next();
      return result.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void await(String what, BooleanSupplier condition) {
    if (!within(PATIENCE_SECONDS, condition)) {
      throw new IllegalStateException("not within " + PATIENCE_SECONDS + " s: " + what + states());
    }
  }

  private static boolean within(long seconds, BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        return false;
      }
      sleep();
    }
    return true;
  }

  /** How the servers stand, for the message of a failure; their threads go to their logs. */
  private String states() {
    StringBuilder states = new StringBuilder();
    for (Node server : servers) {
      if (server != null) {
        server.dumpThreads();
        states
            .append("; ")
            .append(server.name())
            .append(
                server.isAlive() ? server.isPaused() ? " stands still" : " runs" : " has ended");
      }
    }
    return states + ", see the logs in " + bed.work();
  }

  private static void sleep() {
    java.util.concurrent.locks.LockSupport.parkNanos(200_000_000);
  }

  /** A server, to be looked at. */
  public Node server(int index) {
    return servers[index];
  }

  /** The client, to be told things. */
  public Node client() {
    return client;
  }

  @Override
  public void close() {
    bed.close();
  }
}
