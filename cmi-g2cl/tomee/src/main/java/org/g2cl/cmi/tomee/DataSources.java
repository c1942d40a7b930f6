package org.g2cl.cmi.tomee;

import javax.naming.NamingException;
import javax.sql.DataSource;
import org.apache.openejb.loader.SystemInstance;
import org.apache.openejb.spi.ContainerSystem;

/** Data sources of the server in this JVM, whoever has started it. */
final class DataSources {
  private DataSources() {}

  /**
   * Data source of that name.
   *
   * @throws IllegalStateException when there is none
   */
  @SuppressWarnings("BanJNDI") // a name of the server's, in this JVM
  static DataSource named(String name) {
    try {
      return (DataSource)
          SystemInstance.get()
              .getComponent(ContainerSystem.class)
              .getJNDIContext()
              .lookup("openejb/Resource/" + name);
    } catch (NamingException | ClassCastException e) {
      throw new IllegalStateException(
          "there is no data source '%s' in this server; add it to the node".formatted(name), e);
    }
  }
}
