package org.g2cl.cmi.jonas;

/**
 * The forms in which a request's outcome is replicated.
 *
 * @param replies form of replies
 * @param beans form of states
 */
record Codecs(ReplyCodec replies, BeanState beans) {
  /** Both, of values that are written and read alike. */
  static Codecs of(ValueCodec values) {
    return new Codecs(new ReplyCodec(values), new BeanState(values));
  }
}
