package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.openejb.server.DiscoveryListener;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class ViewDiscoveryAgentTest {
  private static final String A = "ejb:ejbd://127.0.0.1:1";
  private static final String B = "ejb:ejbd://127.0.0.1:2";

  private final ViewDiscoveryAgent agent = new ViewDiscoveryAgent(location -> {});

  @Test
  void shouldTellEjbdTheLocationsOfTheGroup() {
    var listener = new Told();
    update("1");
    agent.setDiscoveryListener(listener);

    update("2");

    assertThat(listener.told).containsExactly("+" + A, "+" + B, "-" + A);
  }

  /** A TomEE that finds an application at its start makes its own ejbd after ours. */
  @Test
  void shouldGoOnTellingAnEjbdWhenAnotherIsMade() {
    var first = new Told();
    var second = new Told();
    agent.setDiscoveryListener(first);
    update("1");
    agent.setDiscoveryListener(second);

    update("1", "2");
    update("2");

    assertThat(first.told).containsExactly("+" + A, "+" + B, "-" + A);
    assertThat(second.told).containsExactly("+" + A, "+" + B, "-" + A);
  }

  @Test
  void shouldTellTheOthersWhenAnEjbdFails() {
    var first = new Told();
    var failing = new Failing();
    var last = new Told();
    agent.setDiscoveryListener(first);
    update("1");
    agent.setDiscoveryListener(failing);
    agent.setDiscoveryListener(last);

    update("1", "2");
    update("2");

    assertThat(first.told).containsExactly("+" + A, "+" + B, "-" + A);
    assertThat(last.told).containsExactly("+" + A, "+" + B, "-" + A);
    assertThat(failing.calls).isEqualTo(3);
  }

  /** Nobody tells the agent that an ejbd has ended. */
  @Test
  void shouldNotKeepAnEjbdThatNobodyElseKeeps() {
    var kept = new Told();
    agent.setDiscoveryListener(kept);
    WeakReference<DiscoveryListener> ended = addEnded();

    Awaitility.await()
        .until(
            () -> {
              System.gc();
              return ended.refersTo(null);
            });

    update("1");
    assertThat(kept.told).containsExactly("+" + A);
  }

  private WeakReference<DiscoveryListener> addEnded() {
    var ended = new Told();
    agent.setDiscoveryListener(ended);
    return new WeakReference<>(ended);
  }

  private void update(String... ports) {
    agent.update(Stream.of(ports).map(port -> URI.create("ejbd://127.0.0.1:" + port)).toList());
  }

  private static final class Told implements DiscoveryListener {
    private final List<String> told = new ArrayList<>();

    @Override
    public void serviceAdded(URI service) {
      told.add("+" + service);
    }

    @Override
    public void serviceRemoved(URI service) {
      told.add("-" + service);
    }
  }

  private static final class Failing implements DiscoveryListener {
    private int calls;

    @Override
    public void serviceAdded(URI service) {
      fail();
    }

    @Override
    public void serviceRemoved(URI service) {
      fail();
    }

    private void fail() {
      calls++;
      throw new IllegalStateException("ended");
    }
  }
}
