package org.g2cl.cmi.tomee;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Calls of replicated sessions that a thread executes, one within the other, of all containers of
 * the server.
 */
final class ThreadCalls {
  private static final ThreadLocal<Deque<OpenCall>> CALLS = new ThreadLocal<>();

  private ThreadCalls() {}

  /** The call begins, within those that the thread executes already. */
  static void begin(OpenCall call) {
    Deque<OpenCall> calls = CALLS.get();
    if (calls == null) {
      calls = new ArrayDeque<>();
      CALLS.set(calls);
    }
    calls.push(call);
  }

  /** Tells whether the thread executes a call. */
  static boolean areOpen() {
    return CALLS.get() != null;
  }

  /** The call that has begun last returns. */
  static void end() {
    Deque<OpenCall> calls = CALLS.get();
    calls.pop();
    if (calls.isEmpty()) {
      CALLS.remove();
    }
  }

  /**
   * Fails all that the thread executes, and what their transaction decides about: a session that
   * they call is to be called at another member, where the client sends the whole request. Whatever
   * the beans make of the exception, nothing of it counts here.
   */
  static void refuse(Exception cause) {
    Deque<OpenCall> calls = CALLS.get();
    if (calls != null) {
      calls.forEach(call -> call.fail(cause));
      TransactionCalls.refuse(cause);
    }
  }
}
