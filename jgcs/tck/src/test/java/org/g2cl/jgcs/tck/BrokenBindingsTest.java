package org.g2cl.jgcs.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.time.Duration;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** The contract suite itself: it has to fail where a binding is broken. */
class BrokenBindingsTest {
  private static final Duration DEADLINE = Duration.ofSeconds(1);

  /** Fault of the binding that is run now; null outside of this test, so that nothing is run. */
  private static volatile Fault running;

  @ParameterizedTest
  @CsvSource({
    "LOSES_MESSAGES, Delivery, shouldKeepTheOrderOfEachSenderWhenFifo",
    "DOUBLES_MESSAGES, Delivery, shouldDeliverEachUnorderedMessageOnce",
    "HAS_NO_TOTAL_ORDER, Delivery, shouldDeliverTheSameSequenceToAllWhenSendersAreConcurrent",
    "HAS_NO_ORDER_AT_ALL, Delivery, shouldKeepTheOrderOfEachSenderWhenFifo",
    "SENDS_TO_ALL_WHAT_IS_FOR_ONE, Delivery, shouldDeliverToOneMemberWhenPointToPoint",
    "IGNORES_SELF_DELIVERY, Delivery, shouldNotDeliverToTheSenderWhenSelfDeliveryIsDiscarded",
    "CUTS_LARGE_MESSAGES, Delivery, shouldDeliverLargeAndEmptyPayloads",
    "CUTS_LARGE_MESSAGES, Delivery, shouldDeliverPayloadsOfTwoPartsAsOne",
    "COPIES_PAYLOADS, Delivery, shouldShowThePayloadWithoutACopy",
    "HOLDS_UNORDERED_MESSAGES_BACK, Delivery,"
        + " shouldDeliverUnorderedRepliesWhileTheListenerWaitsForThem",
    "HAS_NO_ORDER_AT_ALL, LargeMessages, shouldKeepSmallMessagesBehindTheLargeOnesOfTheirSender",
    "DELIVERS_BEFORE_THE_VIEW, ViewOrder, shouldTellOfAMemberBeforeItsFirstMessages",
    "WRAPS_CLASS_CAST_EXCEPTIONS, OpenClose, shouldRefuseControlSessionOfForeignGroup",
    "FORGETS_ITS_SESSIONS, OpenClose, shouldGiveTheSameSessionsWhenOpenedAgain",
    "JOINS_TWICE, JoinLeave, shouldRefuseToJoinTwice",
    "KEEPS_ITS_ADDRESS, JoinLeave, shouldJoinAgainUnderAnotherAddress",
    "CALLS_CLOSED_NOT_JOINED, AfterClose, shouldRefuseToSend",
    "TAKES_LISTENERS_WHEN_CLOSED, AfterClose, shouldRefuseListeners",
    "TELLS_AN_EXCLUSION_WHEN_LEAVING, Views, shouldSeeItselfAloneInOneView",
    "STAYS_WHEN_LEFT_WHILE_JOINING, Views, shouldBeOutOfTheGroupWhenLeftWhileJoining",
    "CALLS_A_FAILURE_A_LEAVE, Views, shouldNameAKilledMemberAsFailed",
    "SEES_NO_CRASH, Failures, shouldGiveAViewWithoutAKilledMemberInTime",
    "HIDES_MERGES, Failures, shouldTellAMergeFromAJoin",
    "HAS_NO_TOTAL_ORDER, Failures, shouldAgreeOnTheOrderWhenAMemberIsKilledMeanwhile",
    "LOSES_EXCEPTIONS_OF_LISTENERS, Messages, shouldReportAFailingListenerAndGoOn",
    "TELLS_NO_SERVICE, Messages, shouldTellTheServiceForTheContextOfTheListener",
    "TAKES_UNKNOWN_SETTINGS, Settings, shouldRefuseAnUnknownSettingWithAList"
  })
  void shouldFindTheFault(Fault fault, String part, String test) throws Exception {
    SummaryGeneratingListener listener = run(fault, part, test);
    assertThat(listener.getSummary().getTestsFoundCount()).isEqualTo(1);
    assertThat(listener.getSummary().getTestsFailedCount()).isEqualTo(1);
    Throwable failure = listener.getSummary().getFailures().get(0).getException();
    assertThat(failure).isInstanceOfAny(AssertionError.class, ConditionTimeoutException.class);
  }

  private static SummaryGeneratingListener run(Fault fault, String part, String test)
      throws ClassNotFoundException {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    running = fault;
    try {
      Class<?> contract = Class.forName(BrokenBindingsTest.class.getName() + "$" + part);
      LauncherFactory.create()
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(selectMethod(contract, test))
                  .build(),
              listener);
    } finally {
      running = null;
    }
    return listener;
  }

  private static Binding broken() {
    assumeTrue(running != null);
    return ToyBinding.with(running);
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
