package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PrimacyTest {
  private static final int RUNS = 1_000;
  private static final int ROUNDS = 12;

  @Test
  void shouldLetOnlyTheMajorityOfTheLastPrimaryViewGoOn() {
    Primacy[] members = members(5, false);
    form(members);
    assertThat(decide(members[0], members[1], members[2])).isNotNull();
    assertThat(decide(members[3], members[4])).isNull();
  }

  @Test
  void shouldCountFromTheLastPrimaryViewWhenMembersGoOneByOne() {
    Primacy[] members = members(5, true);
    form(members);
    form(members[1], members[2], members[3], members[4]);
    form(members[2], members[3], members[4]);
    form(members[2], members[3]);
    assertThat(decide(members[2])).isNotNull();
    assertThat(decide(members[3])).isNull();
    assertThat(decide(members[0], members[1])).isNull();
  }

  @Test
  void shouldLetEitherOfTwoGoOnWhenAloneUnlessStrict() {
    Primacy[] two = members(2, false);
    form(two);
    assertThat(decide(two[0])).isNotNull();
    assertThat(decide(two[1])).isNotNull();
    Primacy[] strict = members(2, true);
    form(strict);
    assertThat(decide(strict[0])).isNotNull();
    assertThat(decide(strict[1])).isNull();
  }

  /** The other of the two may have gone on with those. */
  @Test
  void shouldNotLetEitherOfTwoGoOnAloneThatHasSeenOthersSince() {
    Primacy[] members = members(3, false);
    form(members);
    form(members[0], members[1]);
    members[0].see(3);
    members[1].see(3);
    assertThat(decide(members[0])).as("the first one").isNotNull();
    assertThat(decide(members[1])).isNull();

    form(members[0], members[1]); // by now without those
    assertThat(decide(members[1])).isNotNull();
  }

  /** As after each restart of three, one by one. */
  @Test
  void shouldNotLetEitherOfTwoGoOnWithOneThatCameWhenTheThirdHadLeft() {
    Primacy[] members = members(3, false);
    form(members);
    members[0].noteLeft(members[2].standing().token());
    form(members[0], members[1]);
    members[0].see(3);
    members[1].see(3);
    Primacy back = member("m2", false, 100);
    assertThat(decide(members[0])).as("the first one").isNotNull();
    assertThat(decide(members[1], back)).isNull();
    assertThat(decide(back, members[1])).as("whoever decides").isNull();
    assertThat(decide(members[1])).isNull();
  }

  @Test
  void shouldNotLetALeftoverOfTwoGoOnAmongOthers() {
    Primacy[] members = members(3, false);
    form(members);
    form(members[0], members[1]);
    assertThat(decide(members[1], members[2])).isNull();
    assertThat(decide(members[1])).isNotNull();
  }

  @Test
  void shouldNeedTheMajorityOfAViewThatMayHaveBeenFormed() {
    Primacy[] members = members(5, false);
    form(members);
    Formation tried = decide(members[0], members[1], members[2]);
    assertThat(agree(members[0], tried)).isTrue();
    assertThat(decide(members[0], members[3], members[4])).isNull();
    assertThat(decide(members[0], members[1], members[3], members[4])).isNotNull();
  }

  @Test
  void shouldTellAMemberThatItMissedAPrimaryView() {
    Primacy[] members = members(3, false);
    form(members);
    form(members[0], members[1]);
    Formation all = decide(members);
    assertThat(agree(members[2], all)).isTrue();
    assertThat(members[2].hasMissed(2)).isTrue();
    assertThat(agree(members[0], all)).isTrue();
    assertThat(members[0].hasMissed(2)).isFalse();
  }

  @Test
  void shouldGoOnWhenAllOthersLeftInOrder() {
    Primacy[] members = members(4, true);
    form(members);
    members[2].noteLeft(members[0].standing().token());
    members[2].noteLeft(members[1].standing().token());
    assertThat(decide(members[2])).isNull();
    members[2].noteLeft(members[3].standing().token());
    assertThat(decide(members[2])).isNotNull();
  }

  @Test
  void shouldGoOnWhenAllOthersWereStartedAnew() {
    Primacy[] members = members(3, true);
    form(members);
    Primacy second = member("m1", true, 100);
    Primacy third = member("m2", true, 101);
    assertThat(decide(second, third)).as("who knows of nothing").isNotNull();
    assertThat(decide(members[0], second, third)).isNotNull();
    assertThat(decide(second, third)).as("who was told of another").isNull();
    assertThat(decide(members[2], second, member("m0", true, 102))).isNotNull();
    assertThat(decide(members[2], second)).isNull();
  }

  /** Those started anew may have formed a later view before, with others that go on now. */
  @Test
  void shouldNotGoOnWithMembersStartedAnewWhileOthersOfTheGroupAreMissing() {
    Primacy[] members = members(5, true);
    form(members);
    form(members[0], members[1], members[2]);
    Primacy silent = members[2];
    form(members[0], members[1], members[3], members[4]);
    form(members[3], members[4], members[0]);
    assertThat(decide(members[3], members[4])).isNotNull();

    Primacy first = member("m0", true, 100);
    Primacy second = member("m1", true, 101);
    assertThat(decide(first, second, silent)).isNull();
    assertThat(decide(first, second, member("m3", true, 103), silent)).isNull();
    assertThat(decide(first, second, member("m3", true, 103), member("m4", true, 104), silent))
        .isNotNull();
  }

  @Test
  void shouldGoOnWhenAllOthersLeftInOrderThoughOneIsMissing() {
    Primacy[] members = members(4, true);
    form(members);
    form(members[0], members[1], members[2]);
    members[2].noteLeft(members[0].standing().token());
    members[2].noteLeft(members[1].standing().token());
    assertThat(decide(members[2])).isNotNull();
  }

  /** A number of members, less those that left, would take the one for the other. */
  @Test
  void shouldNotTakeAMemberThatLeftAndCameBackForOneThatIsCutOff() {
    Primacy[] members = members(4, true);
    form(members);
    form(members[0], members[1], members[2]);
    members[1].noteLeft(members[2].standing().token());
    form(members[0], members[1]);
    Primacy back = member("m2", true, 100);
    form(members[0], members[1], back);

    Primacy second = member("m1", true, 101);
    Primacy third = member("m2", true, 102);
    assertThat(decide(second, third, members[0])).as("the fourth is missing").isNull();
    assertThat(decide(second, third, members[3], members[0])).isNotNull();
  }

  @Test
  void shouldHearOfThoseThatLeftFromWhoSawIt() {
    Primacy[] members = members(3, true);
    form(members);
    members[0].noteLeft(members[1].standing().token());
    members[0].noteLeft(members[2].standing().token());
    Primacy first = member("m5", true, 105);
    assertThat(decide(members[0], first)).isNotNull();
  }

  /** A member may be taken for a leaver by one that mixes up two views, or may have come back. */
  @Test
  void shouldNotTakeAMemberForGoneThatIsInALaterView() {
    Primacy[] members = members(3, true);
    form(members);
    members[1].noteLeft(members[2].standing().token());
    form(members);
    Primacy first = member("m0", true, 100);
    assertThat(decide(first, members[1])).isNull();
    assertThat(decide(first, member("m2", true, 102), members[1])).isNotNull();
  }

  @Test
  void shouldMissThoseOfAViewThatMayHaveBeenFormed() {
    Primacy[] members = members(5, true);
    form(members[0], members[1], members[2]);
    assertThat(agree(members[2], decide(members))).isTrue();
    form(members[0], members[1], members[2]);
    Primacy first = member("m0", true, 100);
    Primacy second = member("m1", true, 101);
    assertThat(decide(first, second, members[2])).isNull();
    assertThat(decide(first, second, members[3], members[4], members[2])).isNotNull();
  }

  @Test
  void shouldNotTakeAGroupForWholeWhenMoreMembersWereInItThanAreKept() {
    Formation known = Formation.NONE.next(1, lives(1_000, 1), Set.of());
    assertThat(known.isFollowedBy(lives(1_000, 2), Set.of())).isTrue();
    assertThat(known.isFollowedBy(lives(999, 2), Set.of())).isFalse();

    Formation unknown = known.next(2, lives(1_001, 1), Set.of());
    assertThat(unknown.isFollowedBy(lives(1_001, 2), Set.of())).isFalse();
    assertThat(unknown.next(3, lives(3, 1), Set.of()).lives()).isEmpty();
  }

  private static List<Long> lives(int count, long chance) {
    return IntStream.range(0, count).mapToObj(i -> Formation.token("n" + i, chance)).toList();
  }

  /** As the first member of a view, when those who told it are lost before it has formed one. */
  @Test
  void shouldRememberAPrimaryViewThatItWasToldOf() {
    Primacy[] members = members(5, true);
    form(members);
    form(members[0], members[1], members[3]);
    assertThat(decide(members[3], members[4])).isNull();
    assertThat(members[4].latest().number()).isEqualTo(2);
    assertThat(members[4].last().number()).isEqualTo(1);
  }

  /** Both would be formed, each by members that are more than half of the last one. */
  @Test
  void shouldNotAgreeToAViewThatWasDecidedWithoutKnowingOneThatItAgreedToSince() {
    Primacy[] members = members(5, true);
    form(members);
    long asked = members[2].standing().changes();
    Formation mine = decide(members[2], members[3], members[4]);
    Formation theirs = decide(members[0], members[1], members[2]);
    assertThat(members[2].agree(theirs, asked)).isTrue();

    assertThat(members[2].agree(mine, asked)).isFalse();
    Formation again = decide(members[2], members[3], members[4]);
    assertThat(again).as("one of the three that may go on is there").isNull();
    assertThat(agree(members[2], decide(members))).isTrue();
  }

  /** It was told nothing of what the members of that view knew; those of its own last one were. */
  @Test
  void shouldNeedTheMajorityOfTheLastViewItWasInBesideThatOfOneItHeardOf() {
    Primacy[] members = members(5, true);
    form(members);
    Formation second = decide(members[0], members[1], members[3]);
    for (int i : new int[] {0, 1, 3}) {
      assertThat(agree(members[i], second)).isTrue();
    }
    members[0].formed(second); // the two others were not told
    assertThat(decide(members[0], members[4], members[1])).isNotNull(); // m1 hears of it

    assertThat(decide(members[3], members[1])).as("two of the three, but of the five?").isNull();
    assertThat(decide(members[4], members[3], members[1])).isNotNull();
  }

  /** Of a leave that it did not see it knows by the view that followed. */
  @Test
  void shouldNotMissAMemberThatLeftBeforeAViewThatItOnlyHeardOf() {
    Primacy[] members = members(4, true);
    form(members);
    members[0].noteLeft(members[2].token());
    form(members[0], members[1]);
    members[3].hear(members[1].last());
    Primacy zeroth = member("m0", true, 100);
    Primacy first = member("m1", true, 101);

    assertThat(decide(zeroth, members[3])).as("m1 is missing").isNull();
    assertThat(decide(zeroth, first, members[3])).isNotNull();
  }

  /** What was told with that view those who decide on the next would not ask for. */
  @Test
  void shouldNotAgreeToAViewThatWasDecidedBeforeItWasToldThatTheOneBeforeIsFormed() {
    Primacy[] members = members(5, true);
    form(members);
    Formation first = decide(members[0], members[1], members[2]);
    assertThat(agree(members[2], first)).isTrue();
    long asked = members[2].standing().changes();
    Formation next = decide(members[0], members[1], members[2], members[3]);

    members[2].formed(first);

    assertThat(members[2].agree(next, asked)).isFalse();
    assertThat(agree(members[2], next)).isTrue();
  }

  /** Such a view may be decided on without knowing of one with joiners that was formed before. */
  @Test
  void shouldNotTakeAMemberForGoneThatAViewLacksWhichWasOnlyTried() {
    Primacy[] members = members(5, true);
    Primacy q = members[0];
    Primacy r = members[1];
    Primacy z = members[2];
    Primacy joiner = member("joiner", true, 50);
    form(members);
    Formation withoutZ = decide(r, q);
    assertThat(withoutZ).as("two of five").isNull();
    Formation tried = Formation.NONE.next(3, List.of(q.token(), r.token(), z.token()), Set.of());
    tried = tried.withLives(lives(members));
    assertThat(agree(q, tried)).isTrue();
    assertThat(agree(r, tried)).isTrue();
    form(joiner, members[3], members[4], z);
    Primacy w = member("m3", true, 103);
    Primacy v = member("m4", true, 104);

    assertThat(decide(w, v, r, q, z)).as("the joiner is missing").isNull();
  }

  private static List<Long> lives(Primacy... members) {
    return Arrays.stream(members).map(Primacy::token).toList();
  }

  @Test
  void shouldCountAMajorityOfTheConfiguredGroupToo() {
    Primacy[] members = new Primacy[3];
    for (int i = 0; i < 3; i++) {
      members[i] = new Primacy(i + 1, 5, true);
      members[i].name("m" + i);
    }
    form(members);
    List<Long> all = lives(members);
    assertThat(members[0].isQuorum(all)).isTrue();
    assertThat(members[0].isQuorum(all.subList(0, 2)))
        .as("two of three, but the third and two others are three of five")
        .isFalse();
    Primacy[] free = members(3, true);
    form(free);
    assertThat(free[0].isQuorum(lives(free[0], free[1]))).isTrue();
    assertThat(free[0].isQuorum(lives(free[1]))).isFalse();
  }

  @Test
  void shouldGiveUpWhatItOwnsWhenItHeardOfAViewThatNobodyHereWasIn() {
    Primacy[] members = members(5, true);
    form(members);
    members[4].hear(new Formation(2, List.of(), 5, List.of()));

    assertThat(members[3].hasMissed(1)).isFalse();
    assertThat(members[4].hasMissed(1)).isTrue();
  }

  @Test
  void shouldGoByTheSizeOfTheGroupWhenThatIsConfigured() {
    Primacy a = new Primacy(1, 5, true);
    Primacy b = new Primacy(2, 5, true);
    Primacy c = new Primacy(3, 5, true);
    assertThat(decide(a, b)).isNull();
    assertThat(decide(a, b, c)).isNotNull();
  }

  @Test
  void shouldNeedMoreThanHalfOfTheConfiguredSizeForTheFirstPrimaryView() {
    Primacy[] members = membersOf(4, 4);
    assertThat(decide(members[0], members[1])).as("the two others may have done so").isNull();
    form(members);
    assertThat(decide(members[0], members[1])).as("with the first one").isNotNull();
    assertThat(decide(members[2], members[3])).isNull();

    Primacy third = memberOf(4, "m2", 102);
    Primacy fourth = memberOf(4, "m3", 103);
    assertThat(decide(third, fourth)).as("who know of nothing").isNull();
  }

  /** Who has joined may have been with the others before, in an earlier life too. */
  @Test
  void shouldNotCountMembersThatTheLastPrimaryViewLacksBelowTheConfiguredSizeEither() {
    Primacy[] members = membersOf(3, 5);
    form(members);
    Primacy fourth = memberOf(5, "m3", 4);
    assertThat(decide(fourth, memberOf(5, "m4", 5), members[2])).isNull();

    form(members[0], members[1], members[2], fourth);
    form(members[0], members[1], members[2]);
    assertThat(decide(members[1], members[2], fourth)).as("known from before").isNotNull();
    Primacy back = memberOf(5, "m0", 100);
    assertThat(decide(members[1], back, members[2])).as("the fourth is missing").isNull();
    assertThat(decide(members[1], back, fourth, members[2])).as("nobody is").isNotNull();
  }

  /** The one that was started anew had gone on with the third, without the first. */
  @Test
  void shouldNotCountAMemberThatWasStartedAnewWhileAnotherIsMissing() {
    Primacy[] members = membersOf(3, 3);
    form(members);
    form(members[1], members[2]);
    Primacy back = memberOf(3, "m1", 101);
    assertThat(decide(members[0], back)).as("the third is missing").isNull();
    assertThat(decide(back, members[0], members[2])).as("nobody is").isNotNull();
  }

  @Test
  void shouldLetOneHalfAtMostGoOnWhenAMemberWasStartedAnewOnTheOtherSide() {
    Primacy[] members = membersOf(4, 4);
    form(members);
    form(members[1], members[2], members[3]);
    assertThat(decide(members[0], memberOf(4, "m3", 103))).as("with the first one of old").isNull();
    assertThat(decide(members[1], members[2])).isNotNull();
  }

  @Test
  void shouldLetOneHalfAtMostGoOnOfAGroupThatHasOutgrownTheConfiguredSize() {
    Primacy[] members = membersOf(6, 3);
    form(members);
    assertThat(decide(members[3], members[4], members[5])).isNull();
    assertThat(decide(members[0], members[1], members[2])).as("with the first one").isNotNull();
    assertThat(decide(memberOf(3, "m6", 7), members[3], members[4], members[5]))
        .as("four, but three of the six")
        .isNull();

    form(members[0], members[1], members[2]);
    assertThat(decide(members[0], members[1])).isNotNull();
    assertThat(decide(members[3], members[4], members[2])).as("three, as configured").isNull();
  }

  @Test
  void shouldNotCountANewcomerThatIsOneTooManyForTheConfiguredSize() {
    Primacy[] members = membersOf(3, 3);
    form(members);
    Primacy fourth = memberOf(3, "m3", 4);
    assertThat(decide(members[0], members[1])).isNotNull();
    assertThat(decide(fourth, members[2])).as("two of three").isNull();

    members = membersOf(5, 5);
    form(members);
    form(members[0], members[1], members[2]);
    Primacy sixth = memberOf(5, "m5", 6);
    assertThat(decide(members[2], members[3], members[4])).isNotNull();
    assertThat(decide(sixth, members[0], members[1])).as("two of the three, and of five").isNull();
  }

  @Test
  void shouldGrowBeyondTheConfiguredSizeAndComeBackToIt() {
    Primacy[] members = membersOf(4, 3);
    form(members[0], members[1], members[2]);
    form(members);
    assertThat(decide(members[0], members[1], members[3])).isNotNull();
    assertThat(decide(members[0], members[3])).as("half, with the first one").isNotNull();
    assertThat(decide(members[1], members[2])).as("two of three, but of four?").isNull();

    members[2].noteLeft(members[3].token());
    form(members[0], members[1], members[2]);
    form(members[0], members[1]);
    assertThat(decide(members[1], members[2])).as("the size counts again").isNotNull();
  }

  /** Of as many members as configured or more, which come, and are started anew. */
  @Test
  void shouldNeverLetTwoPartsGoOnHoweverTheGroupSplitsAndGrows() {
    for (int seed = 0; seed < RUNS; seed++) {
      Random random = new Random(seed);
      int count = 3 + random.nextInt(5);
      int size = 2 + random.nextInt(count - 1);
      List<Primacy> members = new ArrayList<>(List.of(membersOf(count, size)));
      form(members.toArray(Primacy[]::new));
      for (int round = 0; round < ROUNDS; round++) {
        if (random.nextInt(4) == 0) {
          members.add(memberOf(size, "m" + members.size(), members.size() + 1));
        }
        if (random.nextInt(3) == 0) {
          int anew = random.nextInt(members.size());
          members.set(anew, memberOf(size, "m" + anew, 1_000 + round));
        }
        assertThat(partsThatGoOn(members, random))
            .as("seed %d, round %d", seed, round)
            .isLessThanOrEqualTo(1);
      }
    }
  }

  /** Splits them, and counts the parts that form a primary view, or could. */
  private static int partsThatGoOn(List<Primacy> members, Random random) {
    Map<Integer, List<Primacy>> parts =
        members.stream().collect(Collectors.groupingBy(member -> random.nextInt(2)));
    int count = 0;
    for (List<Primacy> part : parts.values()) {
      boolean knowsTheGroup = part.stream().anyMatch(member -> member.latest().number() > 0);
      Formation next = knowsTheGroup ? decide(part.toArray(Primacy[]::new)) : null;
      if (next != null) {
        count++;
        boolean isTold = random.nextInt(4) > 0;
        part.forEach(member -> assertThat(agree(member, next)).isTrue());
        part.stream().filter(member -> isTold).forEach(member -> member.formed(next));
      }
    }
    return count;
  }

  private static Primacy[] membersOf(int count, int groupSize) {
    Primacy[] members = new Primacy[count];
    for (int i = 0; i < count; i++) {
      members[i] = memberOf(groupSize, "m" + i, i + 1);
    }
    return members;
  }

  private static Primacy memberOf(int groupSize, String name, long chance) {
    Primacy member = new Primacy(chance, groupSize, true);
    member.name(name);
    return member;
  }

  private static Primacy[] members(int count, boolean strict) {
    Primacy[] members = new Primacy[count];
    for (int i = 0; i < count; i++) {
      members[i] = member("m" + i, strict, i + 1);
    }
    return members;
  }

  private static Primacy member(String name, boolean strict, long chance) {
    Primacy member = new Primacy(chance, 0, strict);
    member.name(name);
    return member;
  }

  private static void form(Primacy... members) {
    Formation next = decide(members);
    for (Primacy member : members) {
      assertThat(agree(member, next)).isTrue();
    }
    for (Primacy member : members) {
      member.formed(next);
    }
  }

  private static boolean agree(Primacy member, Formation attempt) {
    return member.agree(attempt, member.standing().changes());
  }

  private static Formation decide(Primacy... members) {
    return members[members.length - 1].next(Arrays.stream(members).map(Primacy::standing).toList());
  }

  /** As nodes that are set to one location. */
  @Test
  void shouldNotTakeMembersOfOneNameForLaterLivesOfEachOther() {
    Primacy[] members = {member("m", true, 1), member("m", true, 2), member("m", true, 3)};
    form(members);
    assertThat(decide(members[0])).as("one of three").isNull();
    assertThat(decide(members[0], member("m", true, 100))).as("one, and a newcomer").isNull();

    form(members[1], members[2]);
    assertThat(decide(members[0], members[2])).as("one of those two").isNull();
    assertThat(decide(members[1])).as("the first one of those two").isNotNull();
  }

  @Test
  void shouldNotTakeAMemberForOneOfTwoThatHaveItsName() {
    Primacy[] members = members(3, true);
    form(members);
    Primacy first = member("m1", true, 101);
    Primacy second = member("m1", true, 102);
    assertThat(decide(first, members[2])).as("m0 is missing").isNull();
    assertThat(decide(first, member("m0", true, 100), members[2])).isNotNull();
    assertThat(decide(first, second, member("m0", true, 100), members[2])).isNull();
  }

  @Test
  void shouldNotTakeAMemberForALaterLifeOfAnotherOfTheSameHashCode() {
    assertThat("node-aw").as("else the test says nothing").hasSameHashCodeAs("node-c9");
    long one = Formation.token("node-aw", 1);
    long other = Formation.token("node-c9", 2);
    List<Long> later = List.of(Formation.token("node-aw", 3));

    assertThat(Formation.areAccountedFor(List.of(one), List.of(other), Set.of())).isFalse();
    assertThat(Formation.areAccountedFor(List.of(one), later, Set.of())).isTrue();
  }
}
