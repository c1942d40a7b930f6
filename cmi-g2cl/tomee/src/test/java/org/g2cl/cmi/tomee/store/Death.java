package org.g2cl.cmi.tomee.store;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;

/** End of this JVM in the middle of a call, where a test asks for it. */
public enum Death {
  NONE,
  BEFORE_THE_COMMIT,
  AFTER_THE_COMMIT;

  /** Name of the system property that says when a JVM dies. */
  public static final String PROPERTY = "store.death";

  private static final int KILLED = 137;

  static Death wanted() {
    return valueOf(System.getProperty(PROPERTY, NONE.name()));
  }

  /** To be called at the end of a method, in its transaction. */
  void prepare(TransactionSynchronizationRegistry registry) {
    if (this == BEFORE_THE_COMMIT) {
      Runtime.getRuntime().halt(KILLED);
    }
    if (this == AFTER_THE_COMMIT) {
      registry.registerInterposedSynchronization(
          new Synchronization() {
            @Override
            public void beforeCompletion() {
              // the commit is still to come
            }

            @Override
            public void afterCompletion(int status) {
              if (status == Status.STATUS_COMMITTED) {
                Runtime.getRuntime().halt(KILLED);
              }
            }
          });
    }
  }
}
