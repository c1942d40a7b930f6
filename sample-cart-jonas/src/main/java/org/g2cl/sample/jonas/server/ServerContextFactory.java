package org.g2cl.sample.jonas.server;

import java.util.Hashtable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.Context;
import javax.naming.NamingException;
import javax.naming.spi.InitialContextFactory;
import org.ow2.cmi.jndi.context.CMIInitialContextFactory;

/** The server's initial context: CMI's, and the objects that are bound in this JVM only. */
public final class ServerContextFactory implements InitialContextFactory {
  private static final Map<String, Object> LOCAL = new ConcurrentHashMap<>();
  private static final Map<String, String> ENVIRONMENT = new ConcurrentHashMap<>();

  /** Creates the factory for JNDI. */
  public ServerContextFactory() {}

  static void bindHere(String name, Object value) {
    LOCAL.put(name, value);
  }

  static void set(String key, String value) {
    ENVIRONMENT.put(key, value);
  }

  @Override
  @SuppressWarnings("JdkObsolete") // JNDI takes a Hashtable
  public Context getInitialContext(Hashtable<?, ?> environment) throws NamingException {
    Hashtable<String, Object> own = new Hashtable<>(ENVIRONMENT);
    Context cmi = new CMIInitialContextFactory().getInitialContext(own);
    return Stubs.stub(
        Context.class,
        (method, arguments) -> {
          if (method.getName().equals("lookup")
              && LOCAL.containsKey(String.valueOf(arguments[0]))) {
            return LOCAL.get(String.valueOf(arguments[0]));
          }
          return method.invoke(cmi, arguments);
        });
  }
}
