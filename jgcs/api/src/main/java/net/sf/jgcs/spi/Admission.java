package net.sf.jgcs.spi;

/**
 * What members prove to each other before one is let into the group of the other, such as that they
 * have the same key. Thread-safe, and the same object for as long as a session is open.
 *
 * <p>An addition to jGCS 0.8.
 */
public interface Admission {
  /** Makes the proof of a statement, which tells nothing of what it is made with. */
  byte[] prove(byte[] statement);

  /** Tells whether a proof is one of this statement, made by what this member accepts. */
  boolean accepts(byte[] statement, byte[] proof);

  /** What to do at a member whose proof is not accepted, in the imperative, for its error. */
  String advice();
}
