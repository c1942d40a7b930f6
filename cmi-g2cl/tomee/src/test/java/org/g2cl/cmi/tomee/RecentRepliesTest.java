package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.g2cl.propagation.RequestId;
import org.junit.jupiter.api.Test;

class RecentRepliesTest {
  private static final int SIZE = 1000;

  private final RecentReplies replies = new RecentReplies(40 * SIZE);

  private static RequestId id(int number) {
    return new RequestId("client-" + number);
  }

  @Test
  void shouldKnowTheReplyOfASessionsRequestOnly() {
    byte[] reply = {1};
    replies.keep("cart", id(1), reply);

    assertThat(replies.to("cart", id(1)))
        .hasValueSatisfying(known -> assertThat(known).isEqualTo(reply));
    assertThat(replies.to("cart", id(2))).isEmpty();
    assertThat(replies.to("other", id(1))).isEmpty();
    replies.keep("Aa", id(1), reply);
    assertThat(replies.to("BB", id(1))).as("a session of the same hash").isEmpty();
  }

  @Test
  void shouldForgetTheOldestWhenItHoldsTooMuch() {
    for (int i = 0; i < 100; i++) {
      replies.keep("cart", id(i), new byte[SIZE]);
    }

    assertThat(replies.to("cart", id(99))).isPresent();
    assertThat(replies.to("cart", id(70))).isPresent();
    assertThat(replies.to("cart", id(60))).isEmpty();
    replies.keep("cart", id(100), new byte[5 * SIZE]);
    assertThat(replies.to("cart", id(100))).as("a large one").isEmpty();
    assertThat(replies.to("cart", id(70))).isPresent();
  }

  @Test
  void shouldCountAReplyThatIsStoredAgainOnce() {
    replies.keep("cart", id(0), new byte[SIZE]);
    for (int i = 0; i < 100; i++) {
      replies.keep("cart", id(1), new byte[SIZE]);
    }

    assertThat(replies.to("cart", id(0))).isPresent();
  }

  @Test
  void shouldKnowTheNewestAndNeverAnOlderOrAnothersReply() {
    for (int seed = 0; seed < 100; seed++) {
      checkAgainstAMap(seed);
    }
  }

  private static void checkAgainstAMap(int seed) {
    Random random = new Random(seed);
    RecentReplies some = new RecentReplies(10 * SIZE + random.nextInt(10 * SIZE));
    Map<String, byte[]> all = new HashMap<>();
    for (int made = 0; made < 1_000; made++) {
      int number = random.nextInt(200);
      byte[] reply = new byte[random.nextInt(random.nextBoolean() ? 20 : SIZE)];
      Arrays.fill(reply, (byte) made);
      some.keep("cart" + number % 3, id(number), reply);
      all.put("cart" + number % 3 + number, reply);
      assertThat(some.to("cart" + number % 3, id(number)).orElseThrow())
          .as("seed %d", seed)
          .isEqualTo(reply);
      int asked = random.nextInt(200);
      assertThat(some.to("cart" + made % 3, id(asked)).map(Arrays::hashCode))
          .as("seed %d", seed)
          .isIn(
              Optional.empty(),
              Optional.ofNullable(all.get("cart" + made % 3 + asked)).map(Arrays::hashCode));
    }
  }
}
