package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RepliesTest {
  private static final byte[] REPLY = {1};
  private static final int KEPT = 2;

  @Test
  void shouldCallARequestTooLateWhenItsReplyMayHaveBeenDisplaced() {
    Replies replies = after("client-9", "client-a", "client-z", "client-10");

    assertThat(replies.to(id("client-9"))).isNull();
    assertThat(List.of("client-2", "client-9", "client-a"))
        .allMatch(late -> replies.isTooLate(id(late)));
    assertThat(replies.to(id("client-z"))).isEqualTo(REPLY);
    assertThat(List.of("client-b", "client-11", "client-100", "other-1"))
        .as("were never executed")
        .noneMatch(late -> replies.isTooLate(id(late)));
  }

  @Test
  void shouldKnowTheOrderOfEachClientWhenSeveralTakeTurns() {
    Replies replies = after("one-5", "two-2", "one-6", "two-3", "one-7");

    assertThat(replies.isTooLate(id("one-6"))).isTrue();
    assertThat(replies.isTooLate(id("two-2"))).isTrue();
    assertThat(replies.isTooLate(id("two-3"))).as("its reply is here").isFalse();
    assertThat(replies.displaced()).containsExactly(id("one-6"), id("two-2"));
  }

  @Test
  void shouldForgetTheClientThatWasAwayLongest() {
    Replies replies = after("a-1", "b-1", "c-1", "d-1", "e-1", "f-1", "g-1");

    assertThat(replies.displaced()).hasSize(4).doesNotContain(id("a-1"));
  }

  @Test
  void shouldSayNothingOfIdsThatAreNoSeries() {
    String uuid = "0f8fad5b-d9cd-469f-a165-708677289501";
    Replies replies = after(uuid, "r9", "r-", "-7", "client-007", "client-A", "x", "y");

    assertThat(replies.displaced()).isEmpty();
    assertThat(replies.isTooLate(id("r1"))).isFalse();
    assertThat(replies.isTooLate(id(uuid))).isFalse();
  }

  /** By its number, of any length, and by the whole of what is before it. */
  @Test
  void shouldKnowWhetherItHasAReplyToALaterRequestOfTheSameClient() {
    Replies replies = kept(8, "one-9", "one-10", "two-zzzzzzzzzzz", "no-007", "-5", "one-two-4");

    assertThat(List.of("one-0", "one-8", "one-9", "one-z", "two-1", "two-zzzzzzzzzzy", "one-two-3"))
        .allMatch(earlier -> replies.hasLater(id(earlier)));
    assertThat(List.of("one-10", "one-11", "two-zzzzzzzzzzz", "three-1", "one-two-4", "one-two-a"))
        .noneMatch(later -> replies.hasLater(id(later)));
    assertThat(List.of("no-1", "no-006", "-1", "one-007", "one-A", "one-two-", "none"))
        .as("of no series, or alike to such only")
        .noneMatch(other -> replies.hasLater(id(other)));
    assertThat(Replies.of(replies.newestFirst(), List.of()).hasLater(id("one-8"))).isTrue();
  }

  @Test
  void shouldKeepTheNewestRepliesOfAnyLength() {
    List<Integer> lengths = List.of(0, 1, 63, 64, 65, 254, 255, 256, 70_000, 3, 64, 65);
    Replies replies = Replies.NONE;
    List<Reply> wanted = new ArrayList<>();
    for (int length : lengths) {
      RequestId request = id("client-" + Integer.toString(wanted.size() + 30, 36));
      byte[] reply = new byte[length];
      Arrays.fill(reply, (byte) (wanted.size() + 1));
      replies = replies.with(request, reply, 8);
      wanted.add(0, new Reply(request, reply));
    }

    assertKept(replies, wanted.subList(0, 8));
    assertKept(Replies.of(replies.newestFirst(), List.of()), wanted.subList(0, 8));
    assertThat(replies.to(wanted.get(8).request())).isNull();
    assertThat(replies.displaced()).containsExactly(wanted.get(8).request());
  }

  @Test
  void shouldKeepTheLongestIdAlsoWhereItComesTwice() {
    Reply longest = new Reply(id("x".repeat(128)), REPLY);

    assertKept(after("x".repeat(128)), List.of(longest));
    assertKept(Replies.of(List.of(longest, longest), List.of()), List.of(longest, longest));
  }

  private static void assertKept(Replies replies, List<Reply> wanted) {
    assertThat(replies.newestFirst())
        .usingRecursiveFieldByFieldElementComparator()
        .containsExactlyElementsOf(wanted);
    assertThat(wanted)
        .allSatisfy(one -> assertThat(replies.to(one.request())).isEqualTo(one.bytes()));
  }

  @Test
  void shouldAnswerAsAListWould() {
    for (int seed = 0; seed < 1_000; seed++) {
      checkAgainstAList(seed);
    }
  }

  private static void checkAgainstAList(int seed) {
    Random random = new Random(seed);
    int limit = 1 + random.nextInt(9);
    Replies replies = Replies.NONE;
    List<Reply> wanted = new ArrayList<>();
    for (int made = 0; made < 40; made++) {
      RequestId request = anyId(random);
      byte[] reply = new byte[random.nextInt(4) == 0 ? 70 : random.nextInt(5)];
      Arrays.fill(reply, (byte) made);
      replies = replies.with(request, reply, limit);
      wanted.removeIf(one -> one.request().equals(request));
      wanted.add(0, new Reply(request, reply));
      wanted = new ArrayList<>(wanted.subList(0, Math.min(limit, wanted.size())));
    }
    assertKept(replies, wanted);
    for (int asked = 0; asked < 40; asked++) {
      RequestId request = anyId(random);
      assertThat(replies.hasLater(request))
          .as("later than %s, seed %d", request, seed)
          .isEqualTo(isLaterKnown(wanted, request));
    }
  }

  /** Displaced, replaced, large, and with a limit that changes in between. */
  @Test
  void shouldTakeOneMoreInTheVeryBytesThatAllHaveWhenTheyArePackedAgain() {
    for (int seed = 0; seed < 300; seed++) {
      checkBytes(seed);
    }
  }

  private static void checkBytes(int seed) {
    Random random = new Random(seed);
    Replies replies = Replies.NONE;
    for (int made = 0; made < 40; made++) {
      int limit = 1 + random.nextInt(random.nextBoolean() ? 9 : 30);
      RequestId request = anyId(random);
      byte[] reply = new byte[random.nextInt(3) == 0 ? 62 + random.nextInt(5) : random.nextInt(5)];
      Arrays.fill(reply, (byte) made);
      Replies wanted = replies.packedAgain(request, reply, limit);
      replies = replies.with(request, reply, limit);
      boolean alike =
          Arrays.equals(replies.packed, wanted.packed)
              && Arrays.deepEquals(replies.large, wanted.large)
              && replies.displaced().equals(wanted.displaced());
      assertThat(alike).as("after %s, limit %d, seed %d", request, limit, seed).isTrue();
    }
  }

  private static RequestId anyId(Random random) {
    List<String> begins =
        List.of(
            "a-", "a", "a-b", "a-b-", "1-", "a-0", "ab-", "A".repeat(96) + "-", "x".repeat(127));
    String end = Integer.toString(random.nextInt(60), 36);
    String any = begins.get(random.nextInt(begins.size())) + end;
    return id(any.substring(0, Math.min(any.length(), RequestId.MAX_LENGTH)));
  }

  private static boolean isLaterKnown(List<Reply> known, RequestId asked) {
    return asked.isNumbered()
        && known.stream()
            .map(Reply::request)
            .anyMatch(one -> one.isNumbered() && one.isAlike(asked) && one.isLaterThan(asked));
  }

  private static Replies after(String... executed) {
    return kept(KEPT, executed);
  }

  private static Replies kept(int limit, String... executed) {
    Replies replies = Replies.NONE;
    for (String request : executed) {
      replies = replies.with(id(request), REPLY, limit);
    }
    return replies;
  }

  private static RequestId id(String text) {
    return new RequestId(text);
  }
}
