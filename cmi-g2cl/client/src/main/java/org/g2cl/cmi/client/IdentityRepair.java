package org.g2cl.cmi.client;

import java.lang.reflect.InvocationTargetException;
import java.util.Set;
import javax.security.auth.Subject;
import org.apache.openejb.client.ClientIdentityPrincipal;
import org.apache.openejb.client.ClientSecurity;
import org.apache.openejb.client.IdentityResolver;
import org.apache.openejb.client.JaasIdentityResolver;

/**
 * Repair of the caller's identity for JDK 24 and newer, where openejb-client 10.0.0-M2 calls {@code
 * Subject.getSubject}, which throws there. A resolver that the user chose is left alone.
 */
final class IdentityRepair implements IdentityResolver {
  private static final int FIRST_BROKEN = 24;

  private IdentityRepair() {}

  static void apply() {
    if (Runtime.version().feature() >= FIRST_BROKEN
        && ClientSecurity.getIdentityResolver() instanceof JaasIdentityResolver) {
      ClientSecurity.setIdentityResolver(new IdentityRepair());
    }
  }

  @Override
  public Object getIdentity() {
    Subject subject = current();
    if (subject == null) {
      return null;
    }
    Set<ClientIdentityPrincipal> found = subject.getPrincipals(ClientIdentityPrincipal.class);
    return found.isEmpty() ? null : found.iterator().next().getClientIdentity();
  }

  /** Reflection because {@code Subject.current} came with JDK 18 and we compile for 17. */
  private static Subject current() {
    try {
      return (Subject) Subject.class.getMethod("current").invoke(null);
    } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("Subject.current cannot be called on this JDK", e);
    }
  }
}
