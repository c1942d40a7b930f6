package org.g2cl.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.g2cl.Scheduler;
import org.junit.jupiter.api.Test;

/** Calls in an order chosen by the test, which an engine could choose, too. */
class ReplicaServerTest {
  private static final byte[] X = Values.write("x");
  private static final byte[] Y = Values.write("y");

  private final List<Member> members = new ArrayList<>();
  private final Member a = new Member(1);
  private final Member b = new Member(2);

  /** A replica without a group. */
  private final class Member implements ReplicaServer.Requests {
    final SocketAddress address;
    final List<String> told = new ArrayList<>();
    final List<Entry> retracted = new ArrayList<>();
    final Tree tree = new Tree(new Told());
    final Ownership mine = new Ownership(Scheduler.live(), tree);
    final ReplicaServer server = new ReplicaServer(tree, new Owners(), mine, null, this);

    Member(int port) {
      address = InetSocketAddress.createUnresolved("127.0.0.1", port);
      members.add(this);
    }

    private final class Told implements Tree.Changes {
      @Override
      public void bound(String name) {
        told.add("+" + name);
      }

      @Override
      public void freed(Entry last) {
        told.add("-" + last.name());
      }
    }

    void bind(String name, byte[] value) {
      all(server -> server.rebind(address, mine.number(), name, value));
    }

    void unbind(String name) {
      all(server -> server.unbind(address, name));
    }

    /** Makes an announcement, and gives what delivers it to all. */
    Runnable announcement() {
      long number = mine.number();
      byte[] bytes = bytes(mine.counted());
      return () -> all(server -> server.announce(address, number, bytes));
    }

    void announce() {
      announcement().run();
    }

    Map<String, String> values() {
      Map<String, String> values = new TreeMap<>();
      tree.all().forEach(entry -> values.put(entry.name(), (String) Values.read(entry.value())));
      return values;
    }

    /** Counts writes that nobody else has. */
    void countsAhead(int writes) {
      for (int i = 0; i < writes; i++) {
        tree.unbind("nothing");
      }
      mine.caughtUp();
    }

    @Override
    public void announceMine() {}

    @Override
    public void askToAnnounce(SocketAddress member) {}

    @Override
    public void retract(Entry entry) {
      retracted.add(entry);
    }

    @Override
    public void tellOwner(long owner) {}

    @Override
    public void retractAt(SocketAddress member, List<Entry> freed) {
      freed.forEach(this::retract);
    }

    @Override
    public void learned(SocketAddress member, long number) {}
  }

  private void all(Consumer<ReplicaServer> call) {
    members.forEach(member -> call.accept(member.server));
  }

  private static byte[] bytes(Counted counted) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      EntryCodec.write(counted, new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private void assertSame(String name) {
    assertThat(b.tree.get(name)).matches(a.tree.get(name)::same);
    assertThat(b.tree.of(a.mine.number()))
        .as("what the sums are of")
        .allMatch(entry -> entry.same(a.tree.get(entry.name())));
  }

  // ---------------------------------------------------------------- versions

  @Test
  void shouldAgreeOnVersionsAfterOneAnnouncementOfTheOwnerWhereAMemberCountsAhead() {
    b.countsAhead(10);
    a.bind("n", X);
    assertThat(b.tree.get("n").version()).isNotEqualTo(a.tree.get("n").version());
    a.announce();
    assertSame("n");
  }

  @Test
  void shouldCountAlikeAfterAnAnnouncementOfOneThatCountsAhead() {
    a.bind("n", X);
    a.countsAhead(10);
    a.announce();
    b.bind("m", X);
    a.bind("o", X);
    assertSame("m");
    assertSame("o");
  }

  @Test
  void shouldTakeTheOwnersValueWhereAMemberMissedAWriteAndHasAHigherVersion() {
    b.countsAhead(2);
    a.bind("n", X);
    members.remove(b);
    a.bind("n", Y);
    a.bind("later", X);
    members.add(b);
    assertThat(b.values()).isEqualTo(Map.of("n", "x"));
    a.announce();
    assertThat(b.values()).isEqualTo(Map.of("n", "y", "later", "x"));
    assertSame("n");
  }

  @Test
  void shouldTakeTheOwnersValueInAnIdleGroupOnceItHasToldTheOwnerWhatItHas() {
    b.countsAhead(20);
    a.bind("n", X);
    members.remove(b);
    a.bind("n", Y);
    members.add(b);
    a.announce();
    assertThat(b.values()).as("it counts ahead").isEqualTo(Map.of("n", "x"));
    byte[] held = bytes(new Counted(b.tree.of(a.mine.number()), b.tree.count()));
    all(server -> server.holds(b.address, a.mine.number(), held));
    a.announce();
    assertThat(b.values()).isEqualTo(Map.of("n", "y"));
    assertSame("n");
  }

  @Test
  void shouldKeepWhatWasWrittenMeanwhileWhereAMemberCountsBehind() {
    a.bind("n", X);
    a.countsAhead(20);
    Runnable delivery = a.announcement();
    a.bind("n", Y);
    delivery.run();
    assertThat(b.values()).isEqualTo(Map.of("n", "y")).isEqualTo(a.values());
    a.announce();
    assertSame("n");
  }

  @Test
  void shouldKeepWhatWasWrittenWhileAnAnnouncementWasUnderWay() {
    a.bind("n", X);
    Runnable delivery = a.announcement();
    a.bind("n", Y);
    delivery.run();
    assertThat(a.values()).isEqualTo(Map.of("n", "y")).isEqualTo(b.values());
    assertSame("n");
  }

  /** The count of what an announcement has is never ahead of its entries. */
  @Test
  void shouldKeepWhatWasBeingWrittenWhenAnAnnouncementWasMade() {
    a.bind("n", X);
    members.forEach(member -> member.tree.rebind("n", Y, a.mine.number()));
    Runnable delivery = a.announcement();
    a.mine.follow("n");
    delivery.run();
    assertThat(a.values()).isEqualTo(Map.of("n", "y")).isEqualTo(b.values());
    assertSame("n");
  }

  @Test
  void shouldBindNothingWithAVersionThatIsBeingTakenBack() {
    b.countsAhead(6);
    b.tree.rebind("n", X, a.mine.number());
    byte[] held = bytes(new Counted(b.tree.of(a.mine.number()), b.tree.count()));
    all(server -> server.holds(b.address, a.mine.number(), held));
    assertThat(a.retracted).hasSize(1);
    for (int i = 0; i < 7; i++) { // to that version, if it counted on from its own
      a.bind("n", Y);
    }
    a.announce();
    Entry freed = a.retracted.get(0);
    b.server.retract(a.address, freed.owner(), freed.name(), freed.version());
    assertThat(b.values()).isEqualTo(Map.of("n", "y"));
  }

  // ---------------------------------------------------------------- names that are freed

  @Test
  void shouldNotBringANameBackThatWasFreedWhileItsAnnouncementWasUnderWay() {
    a.bind("n", X);
    a.bind("stays", X);
    Runnable delivery = a.announcement();
    b.unbind("n");
    members.forEach(member -> member.told.clear());
    delivery.run();
    for (Member member : members) {
      assertThat(member.told).isEmpty();
      assertThat(member.values()).isEqualTo(Map.of("stays", "x"));
    }
  }

  @Test
  void shouldKeepANameThatWasBoundAgainWhileAnAnnouncementWasUnderWay() {
    a.bind("n", X);
    Runnable delivery = a.announcement();
    a.unbind("n");
    a.bind("n", Y);
    delivery.run();
    assertThat(a.values()).isEqualTo(Map.of("n", "y")).isEqualTo(b.values());
    assertSame("n");
  }

  @Test
  void shouldNotBringANameBackThatTwoHadAndThatWasFreed() {
    a.bind("n", X);
    Runnable ofA = a.announcement();
    b.bind("n", Y);
    Runnable ofB = b.announcement();
    a.unbind("n");
    ofA.run();
    ofB.run();
    assertThat(a.values()).isEmpty();
    assertThat(b.values()).isEmpty();
  }

  /** It looks as if it was freed later than it was bound. */
  @Test
  void shouldTakeANameAtTheSecondAnnouncementWhereAMemberCountsAheadAndMissedIt() {
    b.countsAhead(10);
    a.bind("n", X);
    a.unbind("n");
    members.remove(b);
    a.bind("n", Y);
    members.add(b);
    a.announce();
    assertThat(a.values()).isEqualTo(Map.of("n", "y"));
    a.announce();
    assertThat(b.values()).isEqualTo(Map.of("n", "y"));
    assertThat(a.retracted).isEmpty();
  }

  @Test
  void shouldTakeANameBackThatAMemberDoesNotKnowToBeFreed() {
    a.bind("n", X);
    Runnable delivery = a.announcement();
    a.unbind("n");
    b.tree.load(b.tree.state()); // as one that has received its state since
    delivery.run();
    assertThat(b.values()).isEqualTo(Map.of("n", "x"));
    Entry freed = a.retracted.get(0);
    all(server -> server.retract(a.address, freed.owner(), freed.name(), freed.version()));
    assertThat(b.values()).isEmpty();
    a.bind("m", X);
    assertSame("m");
  }

  @Test
  void shouldKnowABoundedNumberOfFreedNames() {
    FreedNames freed = new FreedNames();
    for (int i = 0; i < 2_000; i++) {
      freed.add("n/" + i, 10);
    }
    freed.add("n/1500", 20);
    assertThat(freed.passOver(new Entry("n/0", X, 1, 5))).as("too long ago").isFalse();
    assertThat(freed.passOver(new Entry("n/1500", X, 1, 15))).isTrue();
    assertThat(freed.passOver(new Entry("n/1999", X, 1, 5))).isTrue();
    assertThat(freed.passOver(new Entry("n/1999", X, 1, 5))).as("once").isFalse();
    assertThat(freed.passOver(new Entry("n/1999", X, 2, 5))).as("for each owner").isTrue();
    assertThat(freed.passOver(new Entry("n/1998", X, 1, 11))).as("bound since").isFalse();
  }
}
