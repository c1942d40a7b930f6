package org.g2cl.cmi.tomee;

import java.lang.reflect.Field;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.apache.openejb.resource.jdbc.dbcp.BasicManagedDataSource;

/**
 * Pool from which a data source of the server gives its connections.
 *
 * <p>OpenEJB's data source (checked with 10.1.2) finds its pool by reflection each time that it is
 * asked for a connection, with an exception for each class in which the field is not: that costs
 * several times what the pool itself does. So the pool is asked where it can be seen, which gives
 * the same connection of the same transaction, and the data source in all other cases. Thread-safe.
 */
final class PoolOfSource {
  private static final Optional<Field> POOL = field();

  private final DataSource source;

  PoolOfSource(DataSource source) {
    this.source = source;
  }

  /** Connection that takes part in the transaction of the calling thread; to be closed. */
  Connection connection() throws SQLException {
    return now().getConnection();
  }

  /**
   * The pool where it can be seen, or the data source: the pool comes with its first connection,
   * and goes when it is closed.
   */
  DataSource now() {
    if (POOL.isEmpty() || !(source instanceof BasicManagedDataSource)) {
      return source;
    }
    try {
      return POOL.get().get(source) instanceof DataSource pool ? pool : source;
    } catch (IllegalAccessException e) {
      return source;
    }
  }

  private static Optional<Field> field() {
    for (Class<?> c = BasicManagedDataSource.class; c != null; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (field.getName().equals("dataSource") && field.getType() == DataSource.class) {
          return field.trySetAccessible() ? Optional.of(field) : Optional.empty();
        }
      }
    }
    return Optional.empty();
  }
}
