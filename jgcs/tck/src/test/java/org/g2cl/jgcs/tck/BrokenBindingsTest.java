package org.g2cl.jgcs.tck;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.engine.Constants.PARALLEL_EXECUTION_ENABLED_PROPERTY_NAME;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/**
 * The contract suite itself: it has to fail where a binding is broken. Several are run at a time,
 * each in its thread, since most of their time is that in which nothing comes.
 */
class BrokenBindingsTest {
  private static final Duration DEADLINE = Duration.ofSeconds(1);

  /** A fault, the part of the contract and the test of it that finds the fault. */
  private static final String ROWS = "broken-bindings.csv";

  /** Fault of the binding that is run now; null outside of this test, so that nothing is run. */
  private static final ThreadLocal<Fault> RUNNING = new ThreadLocal<>();

  /** Else what is thrown in a thread of one case ends what another one awaits. */
  @BeforeAll
  static void awaitWhateverOtherThreadsThrow() {
    Awaitility.doNotCatchUncaughtExceptionsByDefault();
  }

  @AfterAll
  static void awaitAsBefore() {
    Awaitility.reset();
  }

  @ParameterizedTest
  @Execution(ExecutionMode.CONCURRENT)
  @CsvFileSource(resources = ROWS)
  void shouldFindTheFault(Fault fault, String part, String test) throws Exception {
    SummaryGeneratingListener listener = run(fault, part, test);
    assertThat(listener.getSummary().getTestsFoundCount()).isEqualTo(1);
    assertThat(listener.getSummary().getTestsFailedCount()).isEqualTo(1);
    Throwable failure = listener.getSummary().getFailures().get(0).getException();
    assertThat(failure).isInstanceOfAny(AssertionError.class, ConditionTimeoutException.class);
  }

  @Test
  void shouldHaveAFaultForEachTestOfTheContract() throws IOException {
    Set<String> tests = new TreeSet<>();
    for (Class<?> part : ContractSuite.class.getDeclaredClasses()) {
      for (Method method : part.getSuperclass().getDeclaredMethods()) {
        if (method.isAnnotationPresent(Test.class)) {
          tests.add(part.getSimpleName() + ", " + method.getName());
        }
      }
    }
    try (InputStream rows = BrokenBindingsTest.class.getResourceAsStream(ROWS)) {
      assertThat(new String(rows.readAllBytes(), UTF_8).lines())
          .map(row -> row.substring(row.indexOf(',') + 2))
          .containsAll(tests);
    }
  }

  private static SummaryGeneratingListener run(Fault fault, String part, String test)
      throws ClassNotFoundException {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    RUNNING.set(fault);
    try {
      Class<?> contract = Class.forName(BrokenBindingsTest.class.getName() + "$" + part);
      LauncherFactory.create()
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(selectMethod(contract, test))
                  .configurationParameter(PARALLEL_EXECUTION_ENABLED_PROPERTY_NAME, "false")
                  .build(),
              listener);
    } finally {
      RUNNING.remove();
    }
    return listener;
  }

  private static Binding broken() {
    assumeTrue(RUNNING.get() != null);
    return ToyBinding.with(RUNNING.get());
  }

  static class OpenClose extends OpenCloseContract {
    @Override
    protected Binding createBinding() {
      return broken();
    }

    @Override
    protected Duration deadline() {
      return DEADLINE;
    }
  }

  static class AfterClose extends AfterCloseContract {
    @Override
    protected Binding createBinding() {
      return broken();
    }

    @Override
    protected Duration deadline() {
      return DEADLINE;
    }
  }

  static class JoinLeave extends JoinLeaveContract {
    @Override
    protected Binding createBinding() {
      return broken();
    }

    @Override
    protected Duration deadline() {
      return DEADLINE;
    }
  }

  static class Views extends MembershipContract {
    @Override
    protected Binding createBinding() {
      return broken();
    }

    @Override
    protected Duration deadline() {
      return DEADLINE;
    }
  }

  static class Messages extends MessagesContract {
    @Override
    protected Binding createBinding() {
      return broken();
    }

    @Override
    protected Duration deadline() {
      return DEADLINE;
    }
  }

  static class Delivery extends DeliveryContract {
    @Override
    protected Binding createBinding() {
      return broken();
    }

    @Override
    protected Duration deadline() {
      return DEADLINE;
    }
  }

  static class Failures extends FailureContract {
    @Override
    protected Binding createBinding() {
      return broken();
    }

    @Override
    protected Duration deadline() {
      return DEADLINE;
    }
  }

  static class Settings extends SettingsContract {
    @Override
    protected Binding createBinding() {
      return broken();
    }

    @Override
    protected Duration deadline() {
      return DEADLINE;
    }
  }

  static class LargeMessages extends LargeMessagesContract {
    @Override
    protected Binding createBinding() {
      return broken();
    }

    @Override
    protected Duration deadline() {
      return DEADLINE;
    }
  }

  static class ViewOrder extends ViewOrderContract {
    @Override
    protected Binding createBinding() {
      return broken();
    }

    @Override
    protected Duration deadline() {
      return DEADLINE;
    }
  }
}
