package org.g2cl.cmi.tomee;

import java.net.URI;
import java.rmi.RemoteException;
import java.util.Properties;
import java.util.UUID;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.g2cl.cmi.core.HaSetting;
import org.g2cl.cmi.core.HaSettings;
import org.g2cl.cmi.tomee.shop.Basket;
import org.g2cl.cmi.tomee.shop.TicketBean;
import org.g2cl.jgcs.tck.FreePorts;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Node in the test's JVM, for all tests of a class, that is a group by itself, with the basket, the
 * ticket, markers in a database in memory, and our client.
 */
final class AloneNode implements BeforeAllCallback, AfterAllCallback {
  private OrdersDatabase database;
  private EmbeddedBusinessNode node;
  private Context context;

  @Override
  public void beforeAll(ExtensionContext test) throws Exception {
    database = new OrdersDatabase();
    HaSettings settings =
        HaSettings.builder()
            .set(HaSetting.LOCATION, "127.0.0.1:" + FreePorts.next())
            .set(HaSetting.BIND_PORT, "" + FreePorts.next())
            .build();
    node =
        database
            .addTo(Application.BASKET.addTo(EmbeddedBusinessNode.builder()).ha(settings))
            .markers("shop")
            .classes(TicketBean.class)
            .start();
    var environment = new Properties();
    environment.put(Context.INITIAL_CONTEXT_FACTORY, "org.g2cl.cmi.client.HaContextFactory");
    environment.put(Context.PROVIDER_URL, settings.location());
    context = new InitialContext(environment);
  }

  @SuppressWarnings("BanJNDI") // what a client does
  Basket newBasket() throws NamingException {
    return (Basket) context.lookup("BasketRemote");
  }

  /** Client that says which request id it sends, with connections of its own. */
  EjbdClient newClient() throws RemoteException {
    var own = URI.create(node.location() + "?client=" + UUID.randomUUID());
    return new EjbdClient(own, "BasketRemote", Basket.class);
  }

  URI location() {
    return node.location();
  }

  /** Sessions of the node. */
  int sessions() {
    return node.ha().orElseThrow().propagation().status().owned();
  }

  OrdersDatabase database() {
    return database;
  }

  /** Lets the node leave; done once. */
  void leave() {
    node.close();
  }

  @Override
  public void afterAll(ExtensionContext test) throws NamingException {
    if (context != null) {
      context.close();
    }
    if (node != null) {
      node.close();
    }
  }
}
