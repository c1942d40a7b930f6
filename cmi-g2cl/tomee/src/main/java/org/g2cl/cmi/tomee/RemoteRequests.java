package org.g2cl.cmi.tomee;

import jakarta.ejb.EJBException;
import java.util.Objects;
import java.util.Optional;
import org.apache.openejb.ApplicationException;
import org.apache.openejb.BeanContext;
import org.apache.openejb.client.EJBRequest;
import org.apache.openejb.server.ejbd.CallContext;
import org.g2cl.propagation.RequestId;

/** Request ids as ejbd receives them; the client sets them in a field that the protocol has. */
final class RemoteRequests {
  private RemoteRequests() {}

  /**
   * Id of the request that the calling thread serves, when it is for that bean and session.
   *
   * @param key session id, or null for a creation
   * @throws ApplicationException when it is none that a client may give: executed without it, the
   *     request would lose what its client relies on
   */
  static Optional<RequestId> current(BeanContext bean, Object key) throws ApplicationException {
    EJBRequest request = CallContext.getCallContext().getEJBRequest();
    if (request == null
        || request.getBody().getRequestId() == null
        || !bean.getDeploymentID().equals(request.getDeploymentId())
        || !Objects.equals(key, request.getPrimaryKey())) {
      return Optional.empty();
    }
    try {
      return Optional.of(RequestId.ofClient(request.getBody().getRequestId()));
    } catch (IllegalArgumentException e) {
      throw new ApplicationException(
          new EJBException(
              "bean %s: nothing was executed, since the %s; let the client give another id, or none"
                  .formatted(bean.getDeploymentID(), e.getMessage())));
    }
  }
}
