package org.g2cl.cmi.jonas;

import java.lang.ref.WeakReference;
import org.ow2.cmi.ha.RequestId;
import org.ow2.cmi.ha.StatefulBeanReference;

/**
 * What a thread that executes a request which was sent again is to give to its bean.
 *
 * @param state null when there is no copy of the session
 * @param reply null when the request is to be executed
 * @param use of the request's number that it would be
 * @param instance that is not to be given anything: it executed the request, or has the state
 * @param given whether the bean was given the state, and so made anew with all that it calls
 */
@SuppressWarnings("ArrayRecordComponent") // carried without a copy, never compared
record Restoration(
    RequestId request,
    byte[] state,
    byte[] reply,
    int use,
    WeakReference<Object> instance,
    boolean given) {
  Restoration asGiven() {
    boolean some = state != null && state.length > 0;
    return new Restoration(request, state, reply, use, instance, some);
  }

  boolean isOf(StatefulBeanReference bean) {
    Object known = instance.get();
    return known != null && known == BeanInstances.of(bean);
  }
}
