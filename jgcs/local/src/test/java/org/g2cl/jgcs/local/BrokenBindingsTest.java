package org.g2cl.jgcs.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.time.Duration;
import org.g2cl.jgcs.local.BrokenBinding.Fault;
import org.g2cl.jgcs.tck.Binding;
import org.g2cl.jgcs.tck.DeliveryContract;
import org.g2cl.jgcs.tck.MembershipContract;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** The contract suite itself: it has to fail where a binding is broken. */
class BrokenBindingsTest {
  /** True while this test runs the classes below; otherwise they are skipped. */
  private static volatile boolean running;

  @Test
  void shouldFindLostMessages() {
    assertFails(Lossy.class, "shouldKeepTheOrderOfEachSenderWhenFifo");
  }

  @Test
  void shouldFindAMissingTotalOrder() {
    assertFails(Disorderly.class, "shouldDeliverTheSameSequenceToAllWhenSendersAreConcurrent");
  }

  @Test
  void shouldFindAFailureThatIsCalledALeave() {
    assertFails(Forgiving.class, "shouldNameAKilledMemberAsFailed");
  }

  private static void assertFails(Class<?> contract, String method) {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    running = true;
    try {
      LauncherFactory.create()
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(selectMethod(contract, method))
                  .build(),
              listener);
    } finally {
      running = false;
    }
    TestExecutionSummary summary = listener.getSummary();
    assertThat(summary.getTestsFoundCount()).isEqualTo(1);
    assertThat(summary.getTestsFailedCount()).isEqualTo(1);
    assertThat(summary.getFailures().get(0).getException())
        .isNotInstanceOf(ClassCastException.class);
  }

  private static Binding broken(Fault fault) {
    assumeTrue(running);
    return new BrokenBinding(fault);
  }

  static class Lossy extends DeliveryContract {
    @Override
    protected Binding createBinding() {
      return broken(Fault.LOSES_MESSAGES);
    }

    @Override
    protected Duration deadline() {
      return Duration.ofSeconds(3);
    }
  }

  static class Disorderly extends DeliveryContract {
    @Override
    protected Binding createBinding() {
      return broken(Fault.HAS_NO_TOTAL_ORDER);
    }
  }

  static class Forgiving extends MembershipContract {
    @Override
    protected Binding createBinding() {
      return broken(Fault.CALLS_A_FAILURE_A_LEAVE);
    }
  }
}
