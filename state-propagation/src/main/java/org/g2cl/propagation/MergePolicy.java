package org.g2cl.propagation;

/**
 * Choice between two contents of one session that parts of a group have made of it.
 *
 * <p>Asked by the member that takes the session over after the merge, for a call or in the
 * background, and only there: the others follow it. It may be asked about contents of which one
 * merely is older, by several threads at once, so it must be thread-safe, quick and without side
 * effects. Where it throws, age decides. Found by its class name, see the settings reference.
 */
@FunctionalInterface
public interface MergePolicy {
  /**
   * Tells whether the second content is to be kept, not the first.
   *
   * @param one content that would be kept by age
   * @param other content of an older stamp
   */
  boolean prefersSecond(SessionId session, Content one, Content other);

  /** What a part of the group has made of the session. */
  interface Content {
    /** Ownership under which it was made; higher after each take-over. */
    long epoch();

    /** Number of its last change within the epoch. */
    long version();

    /** State of the bean, not to be changed; null when the session is removed. */
    byte[] state();
  }

  /** Keeps the content of the latest take-over, and of one ownership the latest change. */
  static MergePolicy newest() {
    return Newest.POLICY;
  }
}
