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
  private static final byte[] Z = Values.write("z");

  private final List<Member> members = new ArrayList<>();
  private final Member a = new Member(1);
  private final Member b = new Member(2);

  /** A replica without a group. */
  private final class Member implements ReplicaServer.Requests {
    final SocketAddress address;
    final List<String> told = new ArrayList<>();
    final List<Entry> retracted = new ArrayList<>();
    int announcementsAsked;
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

    /** Makes what was asked for in the background, and delivers it to all. */
    void announceIfAsked() {
      if (announcementsAsked > 0) {
        announcementsAsked = 0;
        announce();
      }
    }

    /** Delivers to all what this member takes back. */
    void retract() {
      for (Entry entry : List.copyOf(retracted)) {
        retracted.remove(entry);
        all(server -> server.retract(address, entry.owner(), entry.name(), entry.version()));
      }
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
    public void announceMine() {
      announcementsAsked++;
    }

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

  // ---------------------------------------------------------------- names that two parts had

  /**
   * A group is whole again both of whose parts have bound a name; gives what delivers b's
   * announcement, of which the entry beats what a binds before that.
   */
  private Runnable mergedAfterBothBound(String name) {
    b.countsAhead(10);
    members.remove(b);
    a.bind(name, X);
    members.add(b);
    b.server.rebind(b.address, b.mine.number(), name, Y);
    return b.announcement();
  }

  private void assertValuesOfAll(Map<String, String> values) {
    for (Member member : members) {
      assertThat(member.values()).as("%s", member.address).isEqualTo(values);
    }
  }

  /** What b announced beats what a has bound since, and is then taken back. */
  private void deliverAndTakeBack(Runnable announcement) {
    announcement.run();
    assertThat(a.values()).as("as b has it").isEqualTo(Map.of("n", "y"));
    b.retract();
  }

  private void deliverWhatWasAskedFor() {
    members.forEach(Member::announceIfAsked);
    a.announce(); // again, as where sums differ: one may be passed over
    members.forEach(Member::retract);
  }

  @Test
  void shouldKeepAConfirmedWriteWhenAnAnnouncementOfAnEntryThatWasFreedBeatsIt() {
    Member c = new Member(3);
    Runnable ofB = mergedAfterBothBound("n");
    b.unbind("n");
    a.bind("n", Z);
    deliverAndTakeBack(ofB);
    assertThat(a.values()).isEqualTo(Map.of("n", "z"));
    assertThat(c.values()).isEmpty();
    assertThat(a.announcementsAsked).isPositive();
    deliverWhatWasAskedFor();
    assertValuesOfAll(Map.of("n", "z"));
    assertSame("n");
    assertThat(c.tree.get("n")).matches(a.tree.get("n")::same);
  }

  @Test
  void shouldKeepAConfirmedWriteWhenAnAnnouncementOfAnEntryThatItReplacedBeatsIt() {
    Runnable ofB = mergedAfterBothBound("n");
    a.bind("n", Z);
    deliverAndTakeBack(ofB);
    deliverWhatWasAskedFor();
    assertValuesOfAll(Map.of("n", "z"));
    assertSame("n");
  }

  /** Which tells of an entry that it has not at that moment. */
  @Test
  void shouldKeepAConfirmedWriteWhenItsOwnerAnnouncesMeanwhile() {
    Runnable ofB = mergedAfterBothBound("n");
    a.bind("n", Z);
    Runnable ofA = a.announcement();
    ofB.run();
    ofA.run();
    byte[] held = bytes(new Counted(b.tree.of(a.mine.number()), b.tree.count()));
    all(server -> server.holds(b.address, a.mine.number(), held));
    b.retract();
    a.retract();
    deliverWhatWasAskedFor();
    assertValuesOfAll(Map.of("n", "z"));
  }

  @Test
  void shouldKeepAConfirmedWriteWhenTwoAnnouncementsBeatItOneAfterTheOther() {
    Runnable ofB = mergedAfterBothBound("n");
    Member c = new Member(3);
    c.countsAhead(20);
    c.server.rebind(c.address, c.mine.number(), "n", Y);
    Runnable ofC = c.announcement();
    a.bind("n", Z);
    ofB.run();
    ofC.run();
    b.retract();
    c.retract();
    deliverWhatWasAskedFor();
    assertValuesOfAll(Map.of("n", "z"));
  }

  @Test
  void shouldLeaveTheEntryWithTheHigherVersionWhenItIsNotTakenBack() {
    Runnable ofB = mergedAfterBothBound("n");
    Runnable ofA = a.announcement();
    ofB.run();
    ofA.run();
    assertThat(b.retracted).isEmpty();
    assertThat(a.retracted).isEmpty();
    assertValuesOfAll(Map.of("n", "y"));
    assertThat(a.mine.all()).isEmpty();
    assertSame("n");
  }

  @Test
  void shouldFreeANameForGoodWhenItIsFreedBeforeWhatBeatItIsTakenBack() {
    for (Member freeing : List.of(a, b)) {
      String name = "of/" + freeing.address;
      Runnable ofB = mergedAfterBothBound(name);
      a.bind(name, Z);
      ofB.run();
      freeing.unbind(name);
      b.retract();
      deliverWhatWasAskedFor();
      assertValuesOfAll(Map.of());
      assertThat(a.mine.all()).isEmpty();
    }
  }

  @Test
  void shouldFreeANameForGoodThoughYetAnotherBindsItAndItIsTakenBack() {
    mergedAfterBothBound("n").run();
    a.unbind("n");
    Member c = new Member(3);
    c.countsAhead(30);
    c.server.rebind(c.address, c.mine.number(), "n", X);
    Runnable ofC = c.announcement();
    c.unbind("n");
    ofC.run();
    assertThat(a.values()).isEqualTo(Map.of("n", "x"));
    c.retract();
    assertThat(a.values()).isEmpty();
    assertThat(a.mine.all()).isEmpty();
  }

  @Test
  void shouldLeaveWhatIsBoundAgainBeforeWhatBeatAnEntryIsTakenBack() {
    for (Member binding : List.of(a, b)) {
      String name = "of/" + binding.address;
      Runnable ofB = mergedAfterBothBound(name);
      a.bind(name, Z);
      ofB.run();
      binding.bind(name, X);
      Entry bound = a.tree.get(name);
      b.retract();
      assertThat(a.tree.get(name)).isSameAs(bound);
      all(server -> server.retract(b.address, bound.owner(), bound.name(), bound.version()));
      assertThat(a.tree.get(name)).as("what was beaten before").isNull();
      assertThat(a.mine.all()).isEmpty();
    }
  }

  @Test
  void shouldKeepAConfirmedWriteThoughABindOfTheNameIsRefusedBeforeWhatBeatItIsTakenBack() {
    Runnable ofB = mergedAfterBothBound("n");
    a.bind("n", Z);
    ofB.run();
    all(server -> server.bind(b.address, b.mine.number(), "n", X));
    b.retract();
    deliverWhatWasAskedFor();
    assertValuesOfAll(Map.of("n", "z"));
  }

  /** An owner takes back what it has freed before it announces next. */
  @Test
  void shouldNotPutBackWhatWasBeatenOnceTheOwnerOfTheWinnerHasAnnouncedAgain() {
    mergedAfterBothBound("n").run();
    b.announce();
    takeBackUnseen(a.tree.get("n"));
    assertThat(a.values()).isEmpty();
  }

  @Test
  void shouldNotPutBackWhatWasBeatenBeforeMembersHaveGone() {
    mergedAfterBothBound("n").run();
    Entry winner = a.tree.get("n");
    a.mine.forgetDisplaced();
    takeBackUnseen(winner);
    assertThat(a.values()).isEmpty();
  }

  @Test
  void shouldNotPutBackWhatWasBeatenInAFormerMembership() {
    mergedAfterBothBound("n").run();
    a.mine.renew();
    takeBackUnseen(a.tree.get("n"));
    assertThat(a.values()).isEmpty();
    assertThat(a.mine.all()).isEmpty();
  }

  @Test
  void shouldNotPutBackWhatWasBeatenWhenAnotherEntryIsTakenBack() {
    mergedAfterBothBound("n").run();
    Entry winner = a.tree.get("n");
    a.tree.retain(owner -> false);
    a.tree.merge(List.of(new Entry("n", Y, winner.owner(), winner.version() + 1)));
    takeBackUnseen(a.tree.get("n"));
    assertThat(a.values()).isEmpty();
  }

  /** As where a missed that it was freed. */
  private void takeBackUnseen(Entry entry) {
    a.server.retract(b.address, entry.owner(), entry.name(), entry.version());
  }
}
