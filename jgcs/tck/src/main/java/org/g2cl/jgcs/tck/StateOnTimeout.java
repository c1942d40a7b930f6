package org.g2cl.jgcs.tck;

import java.util.List;
import org.awaitility.core.ConditionEvaluationListener;
import org.awaitility.core.EvaluatedCondition;
import org.awaitility.core.TimeoutEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes what every member has heard into the log when a condition is not met in time. */
final class StateOnTimeout implements ConditionEvaluationListener<Object> {
  private static final Logger LOG = LoggerFactory.getLogger(StateOnTimeout.class);

  private final List<Member> members;

  StateOnTimeout(List<Member> members) {
    this.members = members;
  }

  @Override
  public void conditionEvaluated(EvaluatedCondition<Object> condition) {}

  @Override
  public void onTimeout(TimeoutEvent timeout) {
    LOG.error("{}", timeout.getDescription());
    members.forEach(member -> LOG.error("{}", member));
  }
}
