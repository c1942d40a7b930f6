package org.g2cl.jgcs.spread;

/**
 * What a message says of itself in the 16 bits that Spread carries for applications: that it is
 * ours, its service, and whether it is a fragment. So a message that fits into one frame costs no
 * byte.
 */
record Tag(SpreadService service, boolean fragment) {
  private static final int OURS = 0x6700;
  private static final int OURS_MASK = 0xff00;
  private static final int FRAGMENT = 0x10;
  private static final int SERVICE_MASK = 0x0f;
  private static final int UNUSED_MASK = 0xe0;

  int toApplication() {
    return OURS | service.code() | (fragment ? FRAGMENT : 0);
  }

  static Tag of(int application) throws MalformedFrameException {
    if ((application & OURS_MASK) != OURS || (application & UNUSED_MASK) != 0) {
      throw new MalformedFrameException(
          "its type 0x%04x is of another application".formatted(application));
    }
    return new Tag(SpreadService.coded(application & SERVICE_MASK), (application & FRAGMENT) != 0);
  }
}
