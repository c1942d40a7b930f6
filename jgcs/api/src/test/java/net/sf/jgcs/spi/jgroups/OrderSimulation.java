package net.sf.jgcs.spi.jgroups;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Group whose coordinators cast in total order and are killed, one step at a time, as a seed says.
 *
 * <p>Casts of one member arrive in their order, at each member in its own time; so do messages to
 * one member. What a killed member has sent may still arrive, until the view without it has.
 */
final class OrderSimulation {
  private static final Duration FOR_EVER = Duration.ofDays(1);
  private static final int MOST_MEMBERS = 7;
  private static final int MOST_STEPS = 100_000;

  /** View, number first, then its members. */
  private record View(long number, List<Integer> members) {}

  /** One of a member's casts: a message in total order, or a view, or something else. */
  private record Cast(String ordered, View view) {}

  /** Message to one member. */
  private record Sent(int sender, int kind, ByteBuffer content) {}

  /** What one member does and has. */
  private final class Member implements OrderKeeper.Engine<Integer, String>, OrderKeeper.Helpers {
    private final int address;
    private final OrderKeeper<Integer, String> keeper = new OrderKeeper<>(this, FOR_EVER, this);
    private final List<Cast> casts = new ArrayList<>();
    private final Map<Integer, Integer> arrived = new HashMap<>();
    private final Map<Integer, Queue<Sent>> inbox = new HashMap<>();
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final List<String> events = new ArrayList<>();
    private View view = new View(0, List.of());
    private boolean isAlive = true;
    private boolean mayCast;
    private final Set<Integer> acquaintances = new HashSet<>();

    Member(int address) {
      this.address = address;
    }

    private void install(View next) {
      boolean leads = next.members.get(0) == address;
      keeper.viewChanged(address, next.members, next.number, null, m -> arrivedOf(m));
      boolean isTakeOver = !view.members.isEmpty() && !next.members.contains(view.members.get(0));
      view = next;
      Runnable handUp = () -> events.add((isTakeOver ? "view " : "joined ") + next.number);
      if (!keeper.keeps(handUp)) {
        handUp.run();
      }
      keeper.report();
      mayCast = leads && (mayCast || keeper.isAgreed());
      if (leads && mayCast) {
        release();
      }
    }

    private int arrivedOf(int member) {
      return arrived.getOrDefault(member, 0);
    }

    private boolean hasNext(Member sender) {
      return view.members.contains(sender.address)
          && arrivedOf(sender.address) < sender.casts.size();
    }

    private void takeNext(Member sender) {
      int position = arrived.merge(sender.address, 1, Integer::sum);
      Cast cast = sender.casts.get(position - 1);
      if (cast.view != null) {
        if (sender == this) {
          keeper.placed(cast.view.number);
        } else if (cast.view.number > view.number) {
          install(cast.view);
        }
      } else if (cast.ordered != null) {
        ByteBuffer content = ByteBuffer.wrap(cast.ordered.getBytes(UTF_8));
        keeper.cast(sender.address, position, content, cast.ordered);
      }
      keeper.deliverReady();
    }

    private void takeSent(Sent sent) {
      if (view.members.contains(sent.sender) || sent.kind == OrderFrame.Kind.HERE.code) {
        keeper.received(sent.sender, sent.kind, sent.content);
        if (sent.kind == OrderFrame.Kind.HERE.code) {
          acquaintances.add(sent.sender);
        }
        keeper.deliverReady();
      }
    }

    /** Goes on with a take-over. */
    private void lead() {
      if (!mayCast && keeper.isAgreed()) {
        release();
        mayCast = true;
      } else if (!mayCast) {
        keeper.newRequests().forEach(keeper::request);
      }
      keeper.deliverReady();
    }

    /** Who does not know yet that another knows of all this does not keep its view. */
    private boolean isAcquainted() {
      return alive().allMatch(other -> other == this || acquaintances.contains(other.address));
    }

    private void release() {
      try {
        keeper.release(keeper.agree(() -> true));
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    private boolean leads() {
      return isAlive && !view.members.isEmpty() && view.members.get(0) == address;
    }

    @Override
    public void send(Integer member, int kind, byte[] content, boolean isMuch) {
      Member to = members.get(member);
      to.inbox
          .computeIfAbsent(address, from -> new ArrayDeque<>())
          .add(new Sent(address, kind, ByteBuffer.wrap(content)));
    }

    @Override
    public void cast(int kind, byte[] content) {
      throw new AssertionError("nobody leaves here");
    }

    @Override
    public void inform(String text) {
      handedOver += text.contains("lacks") ? 1 : 0;
    }

    @Override
    public void warn(String text) {
      throw new AssertionError(text);
    }

    @Override
    public void deliver(String message) {
      events.add(message);
    }

    @Override
    public void deliver(ByteBuffer message) {
      events.add(UTF_8.decode(message).toString());
    }

    @Override
    public void acknowledge(ByteBuffer message) {}

    @Override
    public byte[] toBytes(Integer member) {
      return ByteBuffer.allocate(16).putInt(member).array();
    }

    @Override
    public Integer fromBytes(byte[] bytes) {
      return ByteBuffer.wrap(bytes).getInt();
    }

    @Override
    public void watch(Runnable task) {} // each step hands up what is ready

    @Override
    public void handOver(Runnable task) {
      tasks.add(task);
    }

    @Override
    public void handUp(Runnable task) {
      task.run();
    }
  }

  private final Random random;
  private final List<Member> members = new ArrayList<>();
  private long lastView;
  private int lastMessage;
  private int handedOver;

  OrderSimulation(long seed) {
    random = new Random(seed);
    int count = 3 + random.nextInt(3);
    IntStream.range(0, count).forEach(i -> join());
    settle();
  }

  /** Runs for a while, with so many kills of coordinators, and then until nothing is under way. */
  OrderSimulation run(int steps, int kills) {
    int left = kills;
    for (int i = 0; i < steps; i++) {
      step();
      boolean mayKill =
          alive().count() > 2 && leader().isAlive && alive().allMatch(Member::isAcquainted);
      if (left > 0 && mayKill && random.nextInt(steps / (kills + 1)) == 0) {
        leader().isAlive = false;
        left--;
      }
      if (random.nextInt(steps) == 0
          && members.size() < MOST_MEMBERS
          && leader().isAlive
          && leader().mayCast) {
        join();
      }
    }
    settle();
    cast(leader());
    settle();
    return this;
  }

  /** The oldest that is alive, or was until a moment ago. */
  private Member leader() {
    Member first = alive().findFirst().orElseThrow();
    int address = first.view.members.get(0);
    return members.get(address);
  }

  private Stream<Member> alive() {
    return members.stream().filter(member -> member.isAlive && !member.view.members.isEmpty());
  }

  private void join() {
    Member joiner = new Member(members.size());
    members.add(joiner);
    if (members.size() == 1) {
      joiner.install(new View(++lastView, List.of(joiner.address)));
      return;
    }
    Member leader = leader();
    List<Integer> all = new ArrayList<>(leader.view.members);
    all.add(joiner.address);
    View next = new View(++lastView, List.copyOf(all));
    leader.casts.add(new Cast(null, next));
    for (int member : leader.view.members) {
      joiner.arrived.put(member, leader.arrivedOf(member));
    }
    joiner.arrived.put(leader.address, leader.casts.size());
    leader.install(next);
    joiner.install(next);
  }

  /** Whom the new coordinator does not know of is left out, and comes back by a merge later. */
  private void takeOver() {
    Member next = alive().findFirst().orElseThrow();
    alive()
        .filter(member -> !next.view.members.contains(member.address))
        .toList()
        .forEach(member -> member.isAlive = false);
    List<Integer> left = alive().map(member -> member.address).toList();
    View view = new View(++lastView, left);
    next.mayCast = false;
    next.install(view);
    next.casts.add(new Cast(null, view));
  }

  private boolean isLeaderless() {
    Member first = alive().findFirst().orElseThrow();
    return !members.get(first.view.members.get(0)).isAlive;
  }

  private void cast(Member leader) {
    if (leader.leads() && leader.mayCast) {
      leader.casts.add(new Cast("message " + ++lastMessage, null));
    }
  }

  private void step() {
    List<Runnable> possible = new ArrayList<>();
    alive().forEach(member -> addSteps(member, possible));
    if (isLeaderless()) {
      possible.add(this::takeOver);
    }
    alive()
        .filter(Member::leads)
        .forEach(
            leader -> {
              possible.add(() -> cast(leader));
              possible.add(() -> leader.casts.add(new Cast(null, null)));
            });
    if (!possible.isEmpty()) {
      possible.get(random.nextInt(possible.size())).run();
    }
  }

  private void addSteps(Member member, List<Runnable> possible) {
    for (Member sender : members) {
      if (member.hasNext(sender)) {
        possible.add(() -> member.takeNext(sender));
      }
    }
    member.inbox.values().stream()
        .filter(queue -> !queue.isEmpty())
        .forEach(queue -> possible.add(() -> member.takeSent(queue.remove())));
    if (!member.tasks.isEmpty()) {
      possible.add(() -> member.tasks.remove().run());
    }
    if (member.leads() && !member.mayCast) {
      possible.add(member::lead);
    }
  }

  private void settle() {
    List<Runnable> possible = new ArrayList<>();
    int steps = 0;
    do {
      possible.clear();
      if (steps++ > MOST_STEPS) {
        throw new AssertionError("no end");
      }
      alive().forEach(member -> addSteps(member, possible));
      if (isLeaderless()) {
        possible.add(this::takeOver);
      }
      if (!possible.isEmpty()) {
        possible.get(random.nextInt(possible.size())).run();
      }
    } while (!possible.isEmpty());
  }

  /** What each that is alive delivered, views included. */
  List<List<String>> delivered() {
    return alive().map(member -> List.copyOf(member.events)).toList();
  }

  /** How often members gave each other what one lacked. */
  int handedOver() {
    return handedOver;
  }
}
