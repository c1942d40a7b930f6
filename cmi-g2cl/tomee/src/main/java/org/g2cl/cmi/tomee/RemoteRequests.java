package org.g2cl.cmi.tomee;

import java.util.Objects;
import java.util.Optional;
import org.apache.openejb.BeanContext;
import org.apache.openejb.client.EJBRequest;
import org.apache.openejb.server.ejbd.CallContext;
import org.g2cl.propagation.RequestId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Request ids as ejbd receives them; the client sets them in a field that the protocol has. */
final class RemoteRequests {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteRequests.class);

  private RemoteRequests() {}

  /**
   * Id of the request that the calling thread serves, when it is for that bean and session.
   *
   * @param key session id, or null for a creation
   */
  static Optional<RequestId> current(BeanContext bean, Object key) {
    EJBRequest request = CallContext.getCallContext().getEJBRequest();
    if (request == null
        || request.getBody().getRequestId() == null
        || !bean.getDeploymentID().equals(request.getDeploymentId())
        || !Objects.equals(key, request.getPrimaryKey())) {
      return Optional.empty();
    }
    try {
      return Optional.of(new RequestId(request.getBody().getRequestId()));
    } catch (IllegalArgumentException e) {
      LOG.debug("{}: request id ignored: {}", bean.getDeploymentID(), e.getMessage());
      return Optional.empty();
    }
  }
}
