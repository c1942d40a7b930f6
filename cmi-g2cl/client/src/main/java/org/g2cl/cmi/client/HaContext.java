package org.g2cl.cmi.client;

import java.rmi.RemoteException;
import javax.naming.NamingException;
import javax.naming.ServiceUnavailableException;
import org.apache.openejb.client.AuthenticationRequest;
import org.apache.openejb.client.AuthenticationResponse;
import org.apache.openejb.client.JNDIContext;
import org.apache.openejb.client.ResponseCodes;

/** OpenEJB's context, which says in its own words when no server answers. */
final class HaContext extends JNDIContext {
  private Object identity;

  @Override
  protected AuthenticationResponse requestAuthorization(AuthenticationRequest request)
      throws RemoteException {
    AuthenticationResponse answer = super.requestAuthorization(request);
    if (answer.getResponseCode() == ResponseCodes.AUTH_GRANTED) {
      identity = answer.getIdentity().getClientIdentity();
    }
    return answer;
  }

  /** Names go to the user's own servers only, and answers pass OpenEJB's class filter. */
  @Override
  @SuppressWarnings("BanJNDI")
  public Object lookup(String name) throws NamingException {
    Lookups.callAs(identity);
    try {
      return super.lookup(name);
    } catch (NamingException e) {
      if (e.getCause() instanceof NoServerException nobody) {
        ServiceUnavailableException failure = new ServiceUnavailableException(nobody.getMessage());
        failure.initCause(nobody);
        throw failure;
      }
      throw e;
    } finally {
      Lookups.callAs(null);
    }
  }
}
