package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;

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

    assertThat(replies.to("cart", id(1))).containsSame(reply);
    assertThat(replies.to("cart", id(2))).isEmpty();
    assertThat(replies.to("other", id(1))).isEmpty();
  }

  @Test
  void shouldForgetTheOldestWhenItHoldsTooMuch() {
    for (int i = 0; i < 100; i++) {
      replies.keep("cart", id(i), new byte[SIZE]);
    }

    assertThat(replies.to("cart", id(99))).isPresent();
    assertThat(replies.to("cart", id(70))).isPresent();
    assertThat(replies.to("cart", id(69))).isEmpty();
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
}
