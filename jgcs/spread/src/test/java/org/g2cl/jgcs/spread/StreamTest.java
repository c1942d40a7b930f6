package org.g2cl.jgcs.spread;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Order of messages in fragments and views. */
class StreamTest {
  private static final int LONGEST = 1000;
  private static final int MOST_HELD = 10_000;
  private final Recorder out = new Recorder();
  private final Stream stream = new Stream(LONGEST, MOST_HELD, out);

  @BeforeEach
  void begin() {
    stream.add(Recorder.view(1, Bits.BY_JOIN, "a", "b"));
    out.events.clear();
  }

  @Test
  void shouldDeliverAMessageWhereItsLastFragmentIs() {
    List<Arrival> large = Recorder.fragments("a", 1, "large", 3);
    stream.add(large.get(0));
    stream.add(Recorder.small("b", "small"));
    stream.add(large.get(1));
    assertThat(out.events).containsExactly("small", "large");
  }

  @Test
  void shouldHoldAViewWithNewMembersBackUntilMessagesBegunBeforeItAreComplete() {
    List<Arrival> large = Recorder.fragments("a", 1, "large", 2);
    stream.add(large.get(0));
    stream.add(Recorder.view(2, Bits.BY_JOIN, "a", "b", "c"));
    stream.add(Recorder.small("c", "new"));
    stream.add(large.get(1));
    assertThat(out.events).isEmpty();
    stream.add(large.get(2));
    assertThat(out.events).containsExactly("large", "[a, b, c]", "new");
    assertThat(out.delays).containsExactly("large", "new");
    stream.add(Recorder.small("c", "next"));
    assertThat(out.delays).doesNotContain("next");
    assertThat(stream.bytes()).isZero();
  }

  @Test
  void shouldHoldBackAgainForAMessageBegunMeanwhile() {
    List<Arrival> first = Recorder.fragments("a", 1, "first", 3);
    List<Arrival> second = Recorder.fragments("b", 1, "second", 3);
    stream.add(first.get(0));
    stream.add(Recorder.view(2, Bits.BY_JOIN, "a", "b", "c"));
    stream.add(second.get(0));
    stream.add(Recorder.view(3, Bits.BY_JOIN, "a", "b", "c", "d"));
    stream.add(Recorder.small("d", "last"));
    stream.add(first.get(1));
    assertThat(out.events).containsExactly("first", "[a, b, c]");
    stream.add(second.get(1));
    assertThat(out.events).containsExactly("first", "[a, b, c]", "second", "[a, b, c, d]", "last");
  }

  @Test
  void shouldNotWaitForASenderThatIsGone() {
    stream.add(Recorder.fragments("b", 1, "large", 3).get(0));
    stream.add(Recorder.view(2, Bits.BY_JOIN, "a", "b", "c"));
    stream.add(Recorder.view(3, Bits.BY_DISCONNECT, "a", "c"));
    assertThat(out.events).containsExactly("[a, b, c]", "[a, c]");
    assertThat(stream.bytes()).isZero();
  }

  @Test
  void shouldNotHoldAViewWithoutNewMembersBack() {
    List<Arrival> large = Recorder.fragments("a", 1, "large", 3);
    stream.add(large.get(0));
    stream.add(Recorder.view(2, Bits.BY_LEAVE, "a"));
    stream.add(large.get(1));
    assertThat(out.events).containsExactly("[a]", "large");
  }

  @Test
  void shouldIgnoreTheRestOfAMessageThatIsOlderThanTheMembership() {
    List<Arrival> large = Recorder.fragments("a", 1, "large", 2);
    stream.add(large.get(1));
    stream.add(large.get(2));
    assertThat(out.events).isEmpty();
    assertThat(out.drops).isEmpty();
  }

  @Test
  void shouldDropAMessageWithAMissingFragmentAndGoOn() {
    List<Arrival> large = Recorder.fragments("a", 1, "large", 2);
    stream.add(large.get(0));
    stream.add(large.get(2));
    stream.add(Recorder.small("a", "next"));
    assertThat(out.events).containsExactly("next");
    assertThat(out.drops).hasSize(1);
    assertThat(stream.bytes()).isZero();
  }

  @Test
  void shouldDropAMessageThatIsLongerThanItsBound() {
    Recorder.fragments("a", 1, "x".repeat(1001), 600).forEach(stream::add);
    assertThat(out.events).isEmpty();
    assertThat(out.drops).singleElement().asString().contains("1001").contains("queue-bytes");
  }

  @Test
  void shouldNotHoldBackMoreThanItsBound() {
    stream.add(Recorder.fragments("a", 1, "large", 3).get(0));
    stream.add(Recorder.view(2, Bits.BY_JOIN, "a", "b", "c"));
    int fits = (MOST_HELD - 3 * Arrival.OVERHEAD) / Recorder.small("b", "held").bytes();
    for (int i = 0; i < fits; i++) {
      stream.add(Recorder.small("b", "held"));
    }
    assertThat(out.events).isEmpty();
    stream.add(Recorder.small("b", "last"));
    assertThat(out.events).hasSize(1 + fits + 1).startsWith("[a, b, c]", "held").endsWith("last");
    assertThat(out.delays).hasSize(fits + 1);
  }

  @Test
  void shouldKeepNoMoreBegunBytesOfASenderThanItMayHaveUnderWay() {
    for (int id = 0; id < Reassembly.ORDERS; id++) {
      stream.add(Recorder.fragments("a", id, "x".repeat(LONGEST), 60).get(0));
    }
    assertThat(out.drops).isEmpty();
    stream.add(Recorder.fragments("a", 9, "one more", 2).get(0));
    assertThat(out.drops).singleElement().asString().contains("3000 bytes");
    Recorder.fragments("b", 1, "ok", 1).forEach(stream::add);
    assertThat(out.events).containsExactly("ok");
  }

  @Test
  void shouldDropAMessageInMoreFragmentsThanAnyMemberSends() {
    Stream longer = new Stream(5000, MOST_HELD, out);
    Recorder.fragments("a", 1, "x".repeat(2000), 1).forEach(longer::add);
    assertThat(out.events).isEmpty();
    assertThat(out.drops).singleElement().asString().contains("smaller");
    assertThat(longer.bytes()).isZero();
  }

  @Test
  void shouldKeepAtMost256BegunMessagesOfASender() {
    for (int id = 0; id < 300; id++) {
      stream.add(Recorder.fragments("a", id, "large", 3).get(0));
    }
    assertThat(out.drops).hasSize(44);
    stream.add(Recorder.fragments("b", 1, "ok", 2).get(0));
    assertThat(out.events).containsExactly("ok");
  }
}
