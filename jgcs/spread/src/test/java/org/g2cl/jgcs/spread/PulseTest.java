package org.g2cl.jgcs.spread;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import net.sf.jgcs.GroupException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Heartbeats and words of one member. */
class PulseTest {
  private static final SpreadViewId ROUND = SpreadViewId.whole(1, 2, 3);
  private final List<Control> said = new CopyOnWriteArrayList<>();
  private final Pulse pulse = new Pulse(Duration.ofMillis(20), this::cast);
  private final AtomicInteger shortages = new AtomicInteger();
  private volatile Runnable whileSending = () -> {};
  private volatile boolean broken;

  private void cast(Control word) throws GroupException {
    if (shortages.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      throw new OutOfMemoryError("thrown by the test");
    }
    if (broken) {
      throw new GroupException("thrown by the test");
    }
    whileSending.run();
    said.add(word);
  }

  private void start() {
    ThreadMaker.OF_DAEMONS.make(pulse::run, "pulse").start();
  }

  @AfterEach
  void close() {
    pulse.close();
  }

  @Test
  void shouldSendTheNextProbeOnlyWhenTheLastOneIsBack() {
    pulse.beat(true);
    start();
    Node.await().until(() -> said.size() >= 5);
    assertThat(probes()).isEqualTo(1);
    pulse.returned();
    int before = said.size();
    Node.await().until(() -> said.size() >= before + 5);
    assertThat(probes()).isEqualTo(2);
  }

  private long probes() {
    return said.stream().filter(Control.probe()::equals).count();
  }

  @Test
  void shouldSendNoHeartbeatToNobody() {
    start();
    pulse.say(Control.suspicion(ROUND, "b"));
    Node.await().until(() -> said.size() == 1);
    Node.await().during(Duration.ofMillis(200)).until(() -> said.size() == 1);
    assertThat(said).containsExactly(Control.suspicion(ROUND, "b"));
  }

  @Test
  void shouldSayOnlyTheNewestOfEachSubject() {
    pulse.say(Control.suspicion(ROUND, "b"));
    pulse.say(Control.greeting(ROUND, Map.of(), List.of("b")));
    pulse.say(Control.suspicion(ROUND, "c"));
    pulse.say(Control.withdrawal(ROUND, "b"));
    start();
    Node.await().until(() -> said.size() == 3);
    assertThat(said)
        .containsExactly(
            Control.withdrawal(ROUND, "b"),
            Control.greeting(ROUND, Map.of(), List.of("b")),
            Control.suspicion(ROUND, "c"));
  }

  @Test
  void shouldSayAgainWhatCouldNotBeSent() {
    broken = true;
    pulse.beat(true);
    pulse.say(Control.suspicion(ROUND, "b"));
    start();
    Node.await().during(Duration.ofMillis(100)).until(said::isEmpty);
    broken = false;
    Node.await().until(() -> said.size() >= 2);
    assertThat(said).contains(Control.suspicion(ROUND, "b"), Control.probe());
  }

  @Test
  void shouldGoOnOnceThereIsMemoryAgain() {
    shortages.set(2);
    pulse.beat(true);
    pulse.say(Control.suspicion(ROUND, "b"));
    start();
    Node.await().dontCatchUncaughtExceptions().until(() -> said.size() >= 3);
    assertThat(said).contains(Control.suspicion(ROUND, "b"), Control.probe());
    assertThat(said).containsOnlyOnce(Control.suspicion(ROUND, "b"));
  }

  @Test
  void shouldSayInTheEndWhatCameWhileTheWordBeforeWasBeingSent() {
    whileSending =
        () -> {
          whileSending = () -> {};
          pulse.say(Control.withdrawal(ROUND, "b"));
        };
    pulse.say(Control.suspicion(ROUND, "b"));
    start();
    Node.await().until(() -> said.size() == 2);
    assertThat(said).containsExactly(Control.suspicion(ROUND, "b"), Control.withdrawal(ROUND, "b"));
  }

  @Test
  void shouldSayNothingWhenItIsSilent() {
    Pulse silent = new Pulse(Duration.ZERO, this::cast);
    assertThat(silent.isSilent()).isTrue();
    silent.say(Control.suspicion(ROUND, "b"));
    silent.close();
    silent.run();
    assertThat(said).isEmpty();
  }
}
