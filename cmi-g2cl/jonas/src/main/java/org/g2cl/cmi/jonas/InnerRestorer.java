package org.g2cl.cmi.jonas;

import java.util.Optional;
import org.g2cl.propagation.Admission;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.SessionCall;
import org.ow2.cmi.ha.ReplicationException;
import org.ow2.cmi.ha.SessionId;
import org.ow2.cmi.ha.StatefulBeanReference;

/**
 * Restores beans that the client's bean calls in turn. The container asks for it before each call:
 * an instance that has its state may have executed calls of this request since.
 */
final class InnerRestorer {
  private final JonasGroup group;
  private final TransactionTable table;
  private final LiveSessions live;
  private final BeanSet inner;
  private final Patience patience;
  private final StateInjection injection;
  private final Refusals refusals;

  InnerRestorer(
      JonasGroup group,
      TransactionTable table,
      KnownBeans known,
      Patience patience,
      StateInjection injection,
      Refusals refusals) {
    this.group = group;
    this.table = table;
    this.live = known.live();
    this.inner = known.inner();
    this.patience = patience;
    this.injection = injection;
    this.refusals = refusals;
  }

  /**
   * Gives such a bean its state.
   *
   * @param root what the client's bean was given, null when it was given nothing
   * @throws Error when that cannot be done
   */
  void restore(SessionId session, StatefulBeanReference bean, Restoration root) {
    var id = Ids.session(session);
    if (inner.has(bean) && !live.isKnown(id)) {
      return; // it was created here and has no copy yet
    }
    byte[] state;
    try {
      table.open();
      Admission admission = patience.with(() -> group.propagation().admit(id, Optional.empty()));
      if (!(admission instanceof Admission.Granted granted)) {
        checkIsNotEmpty(bean, root);
        return;
      }
      try (SessionCall call = granted.call()) {
        if (live.isInstanceAt(call, bean)) {
          return;
        }
        live.restored(call, -1);
        state = call.state().orElse(null);
      }
    } catch (PropagationException | ReplicationException | RuntimeException e) {
      throw refusals.of(session, e);
    }
    injection.give(session, bean, state);
    live.given(id, bean);
  }

  /** The container has made those anew that a bean calls which was given its state. */
  private void checkIsNotEmpty(StatefulBeanReference bean, Restoration root)
      throws ReplicationException {
    boolean madeAnew = root != null && root.given() && BeanInstances.of(bean) != null;
    if (madeAnew && !inner.has(bean)) {
      throw new ReplicationException(
          "there is no copy of it, though another bean called it before: all servers that had one are"
              + " gone, or it was not called for so long that it has expired. Create both anew");
    }
  }
}
