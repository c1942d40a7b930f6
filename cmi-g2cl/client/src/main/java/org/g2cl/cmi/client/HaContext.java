package org.g2cl.cmi.client;

import javax.naming.NamingException;
import javax.naming.ServiceUnavailableException;
import org.apache.openejb.client.JNDIContext;

/** OpenEJB's context, which says in its own words when no server answers. */
final class HaContext extends JNDIContext {
  /** Names go to the user's own servers only, and answers pass OpenEJB's class filter. */
  @Override
  @SuppressWarnings("BanJNDI")
  public Object lookup(String name) throws NamingException {
    try {
      return super.lookup(name);
    } catch (NamingException e) {
      if (e.getCause() instanceof NoServerException nobody) {
        ServiceUnavailableException failure = new ServiceUnavailableException(nobody.getMessage());
        failure.initCause(nobody);
        throw failure;
      }
      throw e;
    }
  }
}
