package org.g2cl.sample.cart.web;

import java.util.Properties;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.g2cl.cmi.client.HaContextFactory;
import org.g2cl.sample.cart.Cart;
import org.g2cl.sample.cart.Catalogue;

/** Finds the beans of the business tier. */
final class CartLocator {

  private final Properties environment = new Properties();

  CartLocator(String providerUrl) {
    environment.setProperty(Context.INITIAL_CONTEXT_FACTORY, HaContextFactory.class.getName());
    environment.setProperty(Context.PROVIDER_URL, providerUrl);
  }

  /** A cart of one's own: the look-up of a stateful bean makes a new instance. */
  Cart newCart() throws NamingException {
    return (Cart) lookUp("CartBeanRemote");
  }

  Catalogue catalogue() throws NamingException {
    return (Catalogue) lookUp("CatalogueBeanRemote");
  }

  @SuppressWarnings("BanJNDI") // the names are constants, the provider is the operator's setting
  private Object lookUp(String name) throws NamingException {
    Context context = new InitialContext(environment);
    try {
      return context.lookup(name);
    } finally {
      context.close();
    }
  }
}
