package org.g2cl.sample.jonas.client;

import java.util.Hashtable;
import javax.naming.Context;
import javax.naming.InitialContext;
import org.g2cl.sample.jonas.bean.Cart;
import org.g2cl.sample.jonas.bean.CartHome;

/** The cart's home as a client finds it: stock CMI's client, whatever the servers run. */
final class Shop {
  private final CartHome home;

  @SuppressWarnings({"BanJNDI", "JdkObsolete"}) // a name of our own; JNDI takes a Hashtable
  Shop(String servers) throws Exception {
    Hashtable<String, Object> environment = new Hashtable<>();
    environment.put(
        Context.INITIAL_CONTEXT_FACTORY, "org.ow2.cmi.jndi.context.CMIInitialContextFactory");
    environment.put("cmi.context.wrapped.protocol", "jrmp");
    environment.put(
        "cmi.context.wrapped.factory", "com.sun.jndi.rmi.registry.RegistryContextFactory");
    environment.put("cmi.context.provider.urls", "rmi://" + servers);
    home = (CartHome) new InitialContext(environment).lookup("cart");
  }

  Cart create() throws Exception {
    return home.create();
  }
}
