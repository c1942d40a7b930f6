package org.g2cl;

import java.io.IOException;
import java.net.SocketAddress;

/** Member that was asked for a state last, and what came of it, for the errors that none came. */
final class LastAsked {
  private SocketAddress member;
  private StateAnswer answer;
  private boolean failed;

  /** The latest one, perhaps of a member that was asked before. */
  private IOException failure;

  private long failures;

  /** Takes what a member answered; none at the deadline tells nothing, if another one is known. */
  void answered(SocketAddress candidate, StateAnswer given, Deadline deadline) {
    if (member == null || given != StateAnswer.NONE || !deadline.isOver()) {
      member = candidate;
      answer = given;
      failed = false;
    }
  }

  /** No state came from that member. */
  void failed(SocketAddress candidate, IOException reason) {
    member = candidate;
    failed = true;
    failure = reason;
    failures++;
  }

  /** Number of those that accepted and gave none. */
  long failures() {
    return failures;
  }

  /** Why the latest one that accepted gave none; null when all that accepted did. */
  IOException failure() {
    return failure;
  }

  /** What came of it, in words. */
  String outcome() {
    if (failed) {
      return failure.getMessage();
    }
    return switch (answer) {
      case NONE -> "it gave no answer";
      case ACCEPTED -> "its state did not come in time";
      case RECEIVING -> "it waits for a state itself";
      case WITHOUT_STATE -> "it has no state";
      case SUPERSEDED -> "it has one that gives way to another since a merge";
      default -> "it answered " + answer;
    };
  }

  @Override
  public String toString() {
    if (member == null) {
      return "nobody was asked";
    }
    String before = failure == null || failed ? "" : "; before: " + failure.getMessage();
    return member + " was asked last: " + outcome() + before;
  }
}
