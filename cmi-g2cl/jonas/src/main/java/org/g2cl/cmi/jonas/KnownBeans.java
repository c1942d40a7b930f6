package org.g2cl.cmi.jonas;

/**
 * What this server knows of its beans, besides their copies.
 *
 * @param live sessions that live here
 * @param unreplicated beans that were called without a transaction: there may be no copy of them,
 *     though they are not empty
 * @param refused beans that were to be given a state, and were not: whatever their clients call
 *     them for, they are empty
 * @param inner beans that were called by other beans here, or created, so that they are not empty
 * @param spent replies that no call asks for any more, and requests of which an error was told
 */
record KnownBeans(
    LiveSessions live, BeanSet unreplicated, BeanSet refused, BeanSet inner, SpentReplies spent) {
  KnownBeans(Callers callers) {
    this(
        new LiveSessions(), new BeanSet(), new BeanSet(), new BeanSet(), new SpentReplies(callers));
  }

  /**
   * State of a session that a request came for and that has no copy: as the bean was created,
   * unless it was called before.
   */
  byte[] stateWithoutCopy(OpenRequest open) {
    boolean lost = unreplicated.has(open.beans().get(open.request().getObjectId()));
    return lost ? LostState.bytes() : Content.noState();
  }
}
