package org.g2cl.cmi.jonas;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who calls, by the login that JOnAS's security has of this thread.
 *
 * <p>It is that of the thread's request where the request came with a login. JOnAS's interceptor
 * sets none for one that came without, and forgets that of the request before only where that one
 * ended in a reply: after an exception it stays on the connection's thread, and a request without a
 * login that comes there is taken for one of that login, by JOnAS itself too.
 *
 * <p>By reflection, since the classes are in the server's bundles; checked with JOnAS 5.2.3. Where
 * they are not seen there is no security, and nobody has a login. It is the login of the client
 * whatever role its request runs as by now, so it is the same at the beginning of a request and at
 * its end. Thread-safe.
 */
final class Callers {
  private static final Logger LOG = LoggerFactory.getLogger(Callers.class);
  private static final String CURRENT = "org.ow2.jonas.lib.security.context.SecurityCurrent";

  /** Name that the container gives to a request without a login. */
  private static final String ANONYMOUS = "ANONYMOUS";

  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private volatile Optional<Security> security = Optional.empty();
  private volatile long looked = System.nanoTime() - PAUSE_NANOS;

  /** JOnAS's methods. */
  private record Security(Method current, Method context, Method name) {
    static Security of(ClassLoader loader) throws ReflectiveOperationException {
      Class<?> type = Class.forName(CURRENT, true, loader);
      Method context = type.getMethod("getSecurityContext");
      return new Security(
          type.getMethod("getCurrent"),
          context,
          context.getReturnType().getMethod("getPrincipalName"));
    }

    Optional<String> login() throws ReflectiveOperationException {
      Object found = context.invoke(current.invoke(null));
      return Optional.ofNullable(found == null ? null : (String) name.invoke(found));
    }
  }

  /** Login of the caller; empty for one without, and where there is no security. */
  Optional<String> login() {
    Optional<Security> known = security;
    if (known.isEmpty() && System.nanoTime() - looked >= PAUSE_NANOS) {
      known = look();
    }
    try {
      Optional<String> login = known.isEmpty() ? Optional.empty() : known.get().login();
      return login.filter(name -> !name.equals(ANONYMOUS));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the caller's login cannot be asked of JOnAS: " + e, e);
    }
  }

  private Optional<Security> look() {
    for (ClassLoader loader :
        Arrays.asList(
            Callers.class.getClassLoader(), Thread.currentThread().getContextClassLoader())) {
      try {
        security = Optional.of(Security.of(loader));
        return security;
      } catch (ReflectiveOperationException | LinkageError e) {
        LOG.debug("JOnAS's security is not seen by {}: {}", loader, e.toString());
      }
    }
    looked = System.nanoTime();
    return security;
  }
}
