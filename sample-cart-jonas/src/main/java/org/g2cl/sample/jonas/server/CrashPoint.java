package org.g2cl.sample.jonas.server;

/** Point of a call at which a server can be told to die, once. */
public enum CrashPoint {
  /** The bean's method begins. */
  BEFORE_EXECUTION,
  /** The bean's method ends. */
  AFTER_EXECUTION,
  /** State and response were replicated. */
  AFTER_REPLICATION,
  /** The transaction manager is about to tell the database to commit. */
  BEFORE_COMMIT,
  /** The database has committed, nobody knows yet. */
  AFTER_COMMIT,
  /** All is done but the response to the client. */
  BEFORE_REPLY,
  /** The client has the head of the response, which is sent by itself, and not its value. */
  IN_REPLY;

  private static final ThreadLocal<Boolean> REPLYING = ThreadLocal.withInitial(() -> false);
  private static volatile CrashPoint armed;

  /** Tells the server to die when it next reaches a point; null for never. */
  public static void arm(CrashPoint point) {
    armed = point;
  }

  /** Notes whether this thread has done all of a call but its response. */
  static void replying(boolean replies) {
    REPLYING.set(replies);
  }

  /** Dies here when told so and this thread writes its response to the client. */
  public void reachedInReply() {
    if (REPLYING.get()) {
      reached();
    }
  }

  /** Dies here when told so, like a process that gets kill -9. */
  public void reached() {
    if (armed == this) {
      System.out.println("CRASH " + this);
      System.out.flush();
      Runtime.getRuntime().halt(9);
    }
  }
}
