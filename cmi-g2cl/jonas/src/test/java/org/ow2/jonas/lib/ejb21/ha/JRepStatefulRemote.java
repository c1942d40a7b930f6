package org.ow2.jonas.lib.ejb21.ha;

import java.util.Stack;
import org.ow2.cmi.ha.ReplicationManager;
import org.ow2.cmi.ha.RequestId;
import org.ow2.cmi.ha.interceptor.HACurrent;

/** Stands in for JOnAS's class of this name, in which the remote object of a stateful bean asks. */
@SuppressWarnings("JdkObsolete") // CMI's own type is a Stack
public final class JRepStatefulRemote {
  private JRepStatefulRemote() {}

  /** Whether there is a response, as asked for a stateful bean. */
  public static boolean hasResponse(ReplicationManager manager, RequestId request) {
    return manager.hasBackupResponse(request);
  }

  /** The response to the request on this thread, which is taken off. */
  public static Object getResponse(ReplicationManager manager) {
    Stack<RequestId> ids = HACurrent.getHACurrent().getRequests();
    Object response = manager.getBackupResponse(ids.peek());
    ids.pop();
    return response;
  }
}
