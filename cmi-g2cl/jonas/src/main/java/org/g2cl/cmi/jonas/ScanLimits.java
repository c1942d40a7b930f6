package org.g2cl.cmi.jonas;

import java.io.InvalidObjectException;

/** What reading a stream may cost, and what of it is used up. Not thread-safe. */
final class ScanLimits {
  static final int MAX_DEPTH = 400;
  static final int MAX_REFERENCES = 300_000;

  /** Steps that hash tables may need to be filled: keys hashed, and compared if all hash alike. */
  static final long MAX_HASHING = 500_000_000;

  /** What is allowed, as part of a sentence. */
  static final String RULE =
      "at most %d objects deep, of %d references, and with hash tables that %d steps fill"
          .formatted(MAX_DEPTH, MAX_REFERENCES, MAX_HASHING);

  private int depth;
  private int references;
  private long hashing;

  /** Begins a reference, which may have others within. */
  void enter() throws InvalidObjectException {
    if (++references > MAX_REFERENCES || ++depth > MAX_DEPTH) {
      throw tooMuch();
    }
  }

  /** Ends the reference that was begun last. */
  void leave() {
    depth--;
  }

  /** Counts steps of hashing, at most {@link StreamObject#NEVER}. */
  void hash(long steps) throws InvalidObjectException {
    hashing += steps;
    if (hashing > MAX_HASHING) {
      throw tooMuch();
    }
  }

  /** Checks how many classes a class is below, itself counted. */
  void checkHeight(int height) throws InvalidObjectException {
    if (height > MAX_DEPTH) {
      throw tooMuch();
    }
  }

  private static InvalidObjectException tooMuch() {
    return new InvalidObjectException("a value or state may be " + RULE);
  }
}
