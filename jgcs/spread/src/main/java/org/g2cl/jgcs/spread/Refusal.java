package org.g2cl.jgcs.spread;

/** Codes by which a daemon refuses a connection, with what to do about them. */
enum Refusal {
  TOO_MANY(-3, "it has as many clients as it takes; name another daemon, or close some clients"),
  NO_NAME(-4, "it got no private name"),
  ILLEGAL_NAME(-5, "it does not like the private name"),
  NOT_UNIQUE(-6, "it has another client of that private name"),
  VERSION(-7, "it speaks another version of the protocol; 4.x and 5.x are supported"),
  AUTHENTICATION(
      -9, "it wants another authentication; allow it the method NULL in its configuration"),
  OTHER(0, "for a reason unknown");

  private final int code;
  private final String meaning;

  Refusal(int code, String meaning) {
    this.code = code;
    this.meaning = meaning;
  }

  static Refusal of(int code) {
    for (Refusal refusal : values()) {
      if (refusal.code == code) {
        return refusal;
      }
    }
    return OTHER;
  }

  String meaning() {
    return meaning;
  }
}
