package org.g2cl.simulate;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import net.sf.jgcs.GroupException;
import org.g2cl.jgcs.local.LocalNetwork;
import org.g2cl.propagation.HeldCopy;
import org.g2cl.propagation.PartitionRule;
import org.g2cl.propagation.PropagationSettings;
import org.g2cl.propagation.SessionCall;
import org.g2cl.propagation.SessionId;

/** The servers, the networks between them and to the clients, and the database. */
final class Cluster {
  private static final Duration QUICKEST = Duration.ofNanos(100_000);
  private static final Duration SLOWEST = Duration.ofMillis(3);
  private static final double SHARED = 0.1;

  /** Share of the runs in which the registry's state takes long to a joiner. */
  private static final double LONG_VALUES = 0.25;

  /**
   * Share of the requests that come once more, late: what a client gave up at a silent server and
   * sent to another one lies in the network, or in that server's socket.
   */
  private static final double LATE = 0.01;

  private static final Duration LATEST = Duration.ofSeconds(60);

  /** Of sessions that expire, in one half of the runs: shorter than a tombstone is kept. */
  private static final Duration SHORT_TIMEOUT = Duration.ofSeconds(18);

  /** Time for which tombstones are kept in the other half: a late request still finds them. */
  private static final Duration SHORT_RETENTION = LATEST.plusSeconds(15);

  /** Of sessions that expire in that half: longer than a tombstone is kept. */
  private static final Duration LONG_TIMEOUT = SHORT_RETENTION.plusSeconds(3);

  private final World world;
  private final Ledger ledger;
  private final PropagationSettings settings;
  private final PartitionRule rule;
  private final long endNanos;
  private final LocalNetwork network;

  /** Whether sessions live longer than what is remembered of them. */
  private final boolean forgetful;

  /** Whether a joiner gets the registry's state in many messages. */
  private final boolean bindsLongValues;

  private final Database database;
  private final Denials denials;
  private final Commits commits;
  private final Map<String, Machine> machines = new HashMap<>();
  private final Map<String, Node> nodes = new LinkedHashMap<>();
  private final List<Node> everStarted = new ArrayList<>();
  private final List<Client> clients = new ArrayList<>();

  /** Client and server that do not hear each other. */
  private final Set<String> deaf = new LinkedHashSet<>();

  private int lives;
  private boolean calm;

  /** While a node crashes: whether all knew of each other before and missed no copy. */
  private boolean wasAtEase;

  /** Whether some fault was done; links may lose messages all the same. */
  private boolean harmed;

  Cluster(World world, Ledger ledger, Plan plan) {
    this.world = world;
    this.ledger = ledger;
    this.endNanos = plan.load().toNanos();
    this.network =
        LocalNetwork.simulated(world.random().nextLong(), new SimulatedClock(world, machines::get));
    this.database = new Database(world);
    this.denials = new Denials(world, this, ledger, plan.copies());
    this.commits = new Commits(world, this, ledger);
    this.rule = plan.partition().rule(world.happens(0.5), plan.nodes());
    world.note("partition rule: " + named(rule));
    if (rule.available()) {
      ledger.allPartsGoOn();
    }
    this.forgetful = world.happens(0.5);
    PropagationSettings usual = plan.copies().settings().build();
    this.settings =
        usual.toBuilder()
            .tombstoneRetention(forgetful ? SHORT_RETENTION : usual.tombstoneRetention())
            .build();
    world.note("tombstones are kept for " + settings.tombstoneRetention().toSeconds() + " s");
    this.bindsLongValues = world.happens(LONG_VALUES);
    world.note("values of names are " + (bindsLongValues ? "long" : "short"));
  }

  private static String named(PartitionRule rule) {
    String name = rule.strict() ? "strict" : "primary";
    if (rule.available()) {
      return "every part";
    }
    return rule.groupSize() > 0 ? "majority of " + rule.groupSize() : name;
  }

  /** Whether of two that are left not both may go on alone. */
  boolean isStrict() {
    return rule.strict();
  }

  /** Of a session that expires. */
  Duration someTimeout() {
    Duration shortest = forgetful ? LONG_TIMEOUT : SHORT_TIMEOUT;
    return world.between(shortest, shortest.plus(shortest.dividedBy(3)));
  }

  LocalNetwork network() {
    return network;
  }

  Database database() {
    return database;
  }

  Commits commits() {
    return commits;
  }

  List<Client> clients() {
    return clients;
  }

  /** Nodes that live, whether they serve already or not. */
  List<Node> living() {
    return nodes.values().stream().filter(node -> node.machine().isAlive()).toList();
  }

  /** Nodes in all their lives, those that have ended too. */
  List<Node> everStarted() {
    return everStarted;
  }

  /** Ends everything, so that nothing of it is held any longer. */
  void end() {
    for (Node node : everStarted) {
      if (node.machine().isAlive()) {
        node.machine().crash();
      }
      node.registry().close();
    }
    clients.forEach(client -> client.machine().crash());
  }

  /**
   * Tells whether, as far as the nodes themselves know, one of them may fail without harm: they see
   * each other, may execute calls, and miss no copy.
   */
  boolean isAtEase() {
    List<Node> living = living();
    Set<SocketAddress> addresses = living.stream().map(Node::address).collect(Collectors.toSet());
    return living.stream().allMatch(node -> isAtEase(node, addresses));
  }

  private boolean isAtEase(Node node, Set<SocketAddress> addresses) {
    return node.isServing()
        && !node.isAway()
        && !node.machine().isPaused()
        && node.sight().members().equals(addresses)
        && node.propagation().isPrimary()
        && (nodes.size() <= settings.backups() || node.propagation().status().copiesMissing() == 0);
  }

  Node node(String name) {
    return nodes.get(name);
  }

  List<String> names() {
    return List.copyOf(nodes.keySet());
  }

  String anyNode() {
    List<String> names = names();
    return names.get(world.random().nextInt(names.size()));
  }

  /** Starts a node, or another life of it. */
  void start(String name) {
    String life = name + "#" + ++lives;
    Machine machine = new Machine(world, life);
    machines.put(life, machine);
    try {
      Node node =
          new Node(
              world,
              name,
              machine,
              database,
              network.factory(life).createProtocol(),
              settings,
              rule,
              bindsLongValues);
      nodes.put(name, node);
      everStarted.add(node);
      machine.start("main", () -> join(node));
    } catch (GroupException e) {
      throw new AssertionError(e);
    }
  }

  private void join(Node node) {
    try {
      node.start();
      node.names().start(endNanos);
    } catch (GroupException e) {
      world.note(node + " cannot join: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  void crash(Node node, Duration detection) {
    world.note(node + " crashes");
    wasAtEase = isAtEase();
    noteLosses(node);
    wasAtEase = false;
    network.detection(detection);
    if (node.address() != null) {
      network.crash(node.address());
    }
    node.machine().crash();
    for (CompletableFuture<Answer> connection : node.connections()) {
      world.after(
          latency(), null, () -> connection.complete(Answer.of(Answer.Kind.BROKEN, "broken")));
    }
    node.connections().clear();
  }

  /** A node has left; it had time to hand over what it left behind. */
  void left(Node node, int abandoned) {
    if (abandoned > 0) {
      ledger.violated("I1", "%s left %d sessions behind".formatted(node, abandoned));
    }
    noteLosses(node);
  }

  /**
   * Sessions of which no other machine has what was acknowledged may lose it from now on; a copy
   * that was made in a minority does not count. So may those of which more machines have ended than
   * the mode tolerates, when what is left is cut off: the majority may not know of it, and goes on
   * from an older copy once it knows that those machines are gone.
   */
  void noteLosses(Node dying) {
    commits.ends(dying);
    noteHolders();
    for (Ledger.Account account : ledger.accounts()) {
      if (account.holders.contains(dying)) {
        noteLoss(account, dying);
      }
    }
  }

  private void noteLoss(Ledger.Account account, Node dying) {
    int left = account.holders.size() - 1;
    long known =
        account.holders.stream().filter(holder -> holder != dying && isAmongMost(holder)).count();
    account.ended = known >= settings.backups() ? 1 : account.ended + 1;
    boolean isCutOff = known == 0 && account.ended > settings.backups();
    if (!account.lost && (left == 0 || isCutOff) && !account.mayHaveExpired(world.now())) {
      account.lost = true;
      account.stateLost = account.created && hasState(dying, account.session);
      world.note(
          "%s was in step on %s only%s"
              .formatted(
                  account.session, dying, left == 0 ? "" : ", and on nodes that are cut off"));
      judgeLoss(account, dying, left);
    }
  }

  private static boolean hasState(Node node, SessionId session) {
    return node.copy(session).filter(copy -> !copy.removed()).isPresent();
  }

  /**
   * Of what its owner alone has, the owner knows; but a tombstone need not be elsewhere. While
   * another member claims the session, nobody tells how many copies it has.
   */
  private void judgeLoss(Ledger.Account account, Node dying, int left) {
    boolean isOwners = dying.copy(account.session).filter(HeldCopy::owned).isPresent();
    if (wasAtEase && left == 0 && account.stateLost && isOwners) {
      ledger.violated(
          "I1",
          "%s was acknowledged and on %s only, and no node knew that a copy was missing"
              .formatted(account.session, dying));
    }
  }

  /**
   * Notes who still has what was acknowledged of those that had it when it was, or has got it while
   * in no minority.
   */
  private void noteHolders() {
    Map<SessionId, Set<Node>> holders = new HashMap<>();
    Map<SessionId, Integer> known = new HashMap<>();
    for (Node node : living()) {
      boolean isAmongMost = isAmongMost(node);
      for (HeldCopy copy : node.propagation().heldCopies()) {
        Ledger.Account account = ledger.account(copy.session());
        if (account.isReachedBy(copy) && (isAmongMost || account.holders.contains(node))) {
          holders.computeIfAbsent(copy.session(), session -> new HashSet<>()).add(node);
          known.merge(copy.session(), isAmongMost ? 1 : 0, Integer::sum);
        }
      }
    }
    for (Ledger.Account account : ledger.accounts()) {
      account.holders = holders.getOrDefault(account.session, Set.of());
      boolean allThere = known.getOrDefault(account.session, 0) > settings.backups();
      account.ended = allThere ? 0 : account.ended;
    }
  }

  /** Whether it is not in a minority, as its view says; views may be on their way to be primary. */
  private boolean isAmongMost(Node node) {
    return node.propagation().isPrimary() || node.sight().members().size() * 2 > living().size();
  }

  /** From now on a change may be acknowledged while only one machine has it. */
  void harm() {
    harmed = true;
    noteHolders();
  }

  /** A client was told of a change, which two machines have as long as no fault was done. */
  void acknowledged(SessionId session) {
    Ledger.Account account = ledger.account(session);
    account.holders =
        living().stream()
            .filter(node -> node.copy(session).map(account::isReachedBy).orElse(false))
            .collect(Collectors.toSet());
    int copies = account.holders.size();
    account.ended = copies > settings.backups() ? 0 : account.ended;
    if (!harmed && copies < 2) {
      ledger.violated(
          "I1", "%s was acknowledged with %d copies before any fault".formatted(session, copies));
    }
  }

  /**
   * A server has sent a change, which counts from now on. Another machine has it, whatever has
   * become of that one since, unless all others of its view have left it meanwhile, or are about
   * to.
   */
  void prepared(Node server, Request request, SessionCall call, long beganNanos) {
    boolean hadCompany =
        living().stream().anyMatch(node -> node != server && hasStayed(node, server, beganNanos));
    if (hadCompany
        && everStarted.stream().noneMatch(node -> node != server && has(node, request, call))) {
      ledger.violated(
          "I1",
          "%s counts at %s, and no other node has it, though one has stayed in the view"
              .formatted(request, server));
    }
  }

  private static boolean hasStayed(Node node, Node server, long sinceNanos) {
    return node.address() != null
        && !node.isLeaving()
        && server.sight().hasSeen(node.address(), sinceNanos);
  }

  private static boolean has(Node node, Request request, SessionCall call) {
    return node.copy(request.session())
        .filter(
            copy ->
                copy.epoch() > call.epoch()
                    || (copy.epoch() == call.epoch() && copy.version() >= call.version()))
        .isPresent();
  }

  /**
   * Tells whether others may have taken a session over, and gone on, without that node having heard
   * of it: as long as they and it do not see each other.
   */
  boolean mayHaveMissed(Node server, SessionId session, long epoch, long sinceNanos) {
    return living().stream()
        .filter(node -> node.copy(session).filter(copy -> copy.epoch() > epoch).isPresent())
        .anyMatch(node -> !haveSeenEachOther(node, server, sinceNanos));
  }

  private static boolean haveSeenEachOther(Node one, Node other, long sinceNanos) {
    return one.address() != null
        && other.address() != null
        && one.sight().hasSeen(other.address(), sinceNanos)
        && other.sight().hasSeen(one.address(), sinceNanos);
  }

  // ---------------------------------------------------------------- clients

  void add(Client client) {
    clients.add(client);
  }

  void created(Client owner, SessionId session) {
    if (world.happens(SHARED)) {
      Client other = clients.get(world.random().nextInt(clients.size()));
      if (other != owner) {
        other.share(session);
      }
    }
  }

  void deafen(Client client, String node) {
    deaf.add(client.machine() + ">" + node);
  }

  void hearAgain() {
    deaf.clear();
  }

  /** Nothing that was held up comes any more. */
  void calmDown() {
    hearAgain();
    calm = true;
  }

  private Duration latency() {
    return world.between(QUICKEST, SLOWEST);
  }

  /** Sends a request to a node and waits for the answer; by a thread of the client. */
  Answer ask(Machine client, String name, Request request, Duration longest) {
    CompletableFuture<Answer> answer = new CompletableFuture<>();
    String path = client + ">" + name;
    world.after(latency(), null, () -> arrive(nodes.get(name), path, request, answer));
    if (world.happens(LATE)) {
      Node node = nodes.get(name);
      boolean creates = request.kind() == Request.Kind.CREATE;
      Duration latest = creates ? ledger.account(request.session()).patience(LATEST) : LATEST;
      Duration delay = world.between(Duration.ofSeconds(1), latest);
      world.after(delay, null, () -> arriveLate(node, path, request));
    }
    try {
      return client.get(answer, longest);
    } catch (TimeoutException e) {
      return Answer.of(Answer.Kind.SILENT, "no answer within " + longest);
    } catch (ExecutionException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void arrive(
      Node node, String path, Request request, CompletableFuture<Answer> connection) {
    if (deaf.contains(path)) {
      return;
    }
    if (!node.isServing()) {
      Answer refused = Answer.of(Answer.Kind.BROKEN, "refused");
      world.after(latency(), null, () -> connection.complete(refused));
      return;
    }
    node.connections().add(connection);
    node.machine()
        .start(
            request.id(),
            () -> {
              Answer answer =
                  new Server(world, this, node, ledger, denials, commits).invoke(request);
              world.after(latency(), null, () -> arriveBack(node, path, answer, connection));
            });
  }

  private void arriveLate(Node node, String path, Request request) {
    if (node.machine().isAlive() && !calm) {
      world.note(request + " comes late to " + node);
      arrive(node, path, request, new CompletableFuture<>()); // nobody hears the answer
    }
  }

  @SuppressWarnings("CollectionUndefinedEquality") // this very connection
  private void arriveBack(
      Node node, String path, Answer answer, CompletableFuture<Answer> connection) {
    node.connections().remove(connection);
    if (!deaf.contains(path)) {
      connection.complete(answer);
    }
  }
}
