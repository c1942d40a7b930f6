package org.g2cl.cmi.jonas;

import org.ow2.cmi.ha.ReplicationException;
import org.ow2.cmi.ha.SessionId;
import org.ow2.cmi.ha.StatefulBeanReference;

/** Injection of a session's state into a bean that the container has made anew. */
final class StateInjection {
  private final BeanState beans;
  private final LiveSessions live;
  private final Refusals refusals;

  StateInjection(BeanState beans, LiveSessions live, Refusals refusals) {
    this.beans = beans;
    this.live = live;
    this.refusals = refusals;
  }

  /**
   * Gives a bean a state.
   *
   * @param state null or empty when the bean is to stay as it was created
   * @throws Error when the state is lost or cannot be read
   */
  void give(SessionId session, StatefulBeanReference bean, byte[] state) {
    if (state == null || state.length == 0) {
      return;
    }
    if (LostState.is(state)) {
      live.fenced(Ids.session(session)); // the bean here is empty
      throw refusals.of(
          session,
          new ReplicationException(
              "its last state could not be replicated, see the log of the server that had it; its last"
                  + " request may have taken effect"));
    }
    try {
      beans.give(bean, state);
    } catch (ReplicationException | RuntimeException e) {
      throw refusals.of(session, e);
    }
  }
}
