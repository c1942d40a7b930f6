package org.g2cl.sample.cart;

import jakarta.ejb.embeddable.EJBContainer;
import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import javax.naming.Context;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.apache.openejb.OpenEJB;
import org.apache.openejb.loader.SystemInstance;
import org.apache.openejb.spi.ContainerSystem;

/** A plain embedded OpenEJB with the beans and a database, for tests. */
final class BusinessTier implements AutoCloseable {

  private final String url;
  private final String user;
  private final String password;
  private final EJBContainer container;

  private BusinessTier(String url, String user, String password) {
    this.url = url;
    this.user = user;
    this.password = password;
    CartDatabase.at(url, user, password).create();
    Properties properties = CartDatabase.openEjbProperties(url, user, password);
    properties.setProperty("openejb.deployments.classpath.include", ".*sample-cart-ejb.*");
    container = EJBContainer.createEJBContainer(properties);
  }

  static BusinessTier onH2(String name) {
    return new BusinessTier("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1", "sa", "");
  }

  static BusinessTier on(String url, String user, String password) {
    return new BusinessTier(url, user, password);
  }

  Cart newCart() {
    return (Cart) lookUp("java:global/cart/CartBean!" + Cart.class.getName());
  }

  Catalogue catalogue() {
    return (Catalogue) lookUp("java:global/cart/CatalogueBean!" + Catalogue.class.getName());
  }

  DataSource dataSource() {
    return (DataSource)
        lookUp(
            SystemInstance.get().getComponent(ContainerSystem.class).getJNDIContext(),
            "openejb/Resource/" + CartDatabase.RESOURCE);
  }

  TransactionManager transactions() {
    return OpenEJB.getTransactionManager();
  }

  List<WrittenOrder> orders() {
    return CartDatabase.at(url, user, password).orders();
  }

  void sql(String statement) {
    try (Connection connection = DriverManager.getConnection(url, user, password);
        Statement execute = connection.createStatement()) {
      execute.execute(statement);
    } catch (SQLException e) {
      throw new AssertionError(statement, e);
    }
  }

  private Object lookUp(String name) {
    return lookUp(container.getContext(), name);
  }

  @SuppressWarnings("BanJNDI") // constant names
  private static Object lookUp(Context context, String name) {
    try {
      return context.lookup(name);
    } catch (NamingException e) {
      throw new AssertionError("no " + name, e);
    }
  }

  @Override
  public void close() {
    container.close();
    // where OpenEJB leaves them, for the container that is made next in this JVM
    System.getProperties()
        .keySet()
        .removeIf(key -> key.toString().startsWith(CartDatabase.RESOURCE));
  }
}
