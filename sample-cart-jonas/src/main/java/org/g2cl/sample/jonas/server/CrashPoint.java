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
  BEFORE_REPLY;

  private static volatile CrashPoint armed;

  /** Tells the server to die when it next reaches a point; null for never. */
  public static void arm(CrashPoint point) {
    armed = point;
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
