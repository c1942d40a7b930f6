package org.g2cl.cmi.jonas;

import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionId;

/**
 * CMI's identities in the form of the state propagation: {@code client.number} for a session,
 * {@code client.number/request} for a request of it, and {@code client.number/request~use} when the
 * client used a request number again.
 *
 * <p>CMI's client counts a number up only after a call that returned normally: the call after one
 * that ended in an exception comes under the same number.
 */
final class Ids {
  private Ids() {}

  static SessionId session(org.ow2.cmi.ha.SessionId id) {
    return new SessionId(id.getClientId() + "." + id.getLocalSessionId());
  }

  static RequestId request(org.ow2.cmi.ha.RequestId id, int use) {
    String text = session(id.getObjectId()) + "/" + id.getRequestNo();
    return new RequestId(use == 0 ? text : text + "~" + use);
  }

  /** Use of a request's number that an id stands for, or -1 when it is of another request. */
  static int useOf(RequestId id, org.ow2.cmi.ha.RequestId request) {
    String first = request(request, 0).value();
    if (id == null || !id.value().startsWith(first)) {
      return -1;
    }
    String rest = id.value().substring(first.length());
    return rest.isEmpty()
        ? 0
        : rest.matches("~[0-9]{1,9}") ? Integer.parseInt(rest.substring(1)) : -1;
  }

  /** Session that the client called with that request; others are called by its bean. */
  static SessionId root(RequestId request) {
    int slash = request.value().indexOf('/');
    return new SessionId(slash < 0 ? request.value() : request.value().substring(0, slash));
  }
}
