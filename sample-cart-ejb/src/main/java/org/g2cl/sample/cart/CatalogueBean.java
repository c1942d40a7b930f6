package org.g2cl.sample.cart;

import jakarta.annotation.Resource;
import jakarta.ejb.Lock;
import jakarta.ejb.LockType;
import jakarta.ejb.Singleton;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The catalogue in memory: read at first use, then again when it is a minute old.
 *
 * <p>One caller in a minute reads the table; all others are answered from memory meanwhile. When
 * the database does not answer, the catalogue read before stays in use.
 */
@Singleton
@Lock(LockType.READ)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class CatalogueBean implements Catalogue, Products {

  private static final Logger log = LoggerFactory.getLogger(CatalogueBean.class);
  private static final long MAX_AGE_NANOS = Duration.ofMinutes(1).toNanos();
  private static final int QUERY_TIMEOUT_SECONDS = 10;
  private static final String SELECT =
      "SELECT product_id, name, unit_price_cents FROM cart_product ORDER BY product_id";

  private record Loaded(Map<String, Product> products, long nanoTime) {}

  @Resource(name = CartDatabase.RESOURCE)
  private DataSource database;

  private final AtomicBoolean refreshing = new AtomicBoolean();
  private volatile Loaded loaded;

  @Override
  public Product find(String productId) throws CartException {
    Product product = current().get(productId);
    if (product == null) {
      throw UnknownProductException.notInCatalogue(productId);
    }
    return product;
  }

  @Override
  public List<Product> products() throws CatalogueUnavailableException {
    return List.copyOf(current().values());
  }

  @Override
  public void refresh() throws CatalogueUnavailableException {
    try {
      loaded = new Loaded(read(), System.nanoTime());
    } catch (SQLException e) {
      throw new CatalogueUnavailableException(e.getMessage());
    }
  }

  private Map<String, Product> current() throws CatalogueUnavailableException {
    Loaded known = loaded;
    if (known == null) {
      refresh();
      return loaded.products();
    }
    if (System.nanoTime() - known.nanoTime() > MAX_AGE_NANOS) {
      refreshOnce(known);
    }
    return loaded.products();
  }

  private void refreshOnce(Loaded old) {
    if (!refreshing.compareAndSet(false, true)) {
      return;
    }
    try {
      refresh();
    } catch (CatalogueUnavailableException e) {
      log.warn("The catalogue of a minute ago stays in use: {}", e.getMessage());
      loaded = new Loaded(old.products(), System.nanoTime());
    } finally {
      refreshing.set(false);
    }
  }

  private Map<String, Product> read() throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement select = connection.prepareStatement(SELECT)) {
      select.setQueryTimeout(QUERY_TIMEOUT_SECONDS);
      try (ResultSet rows = select.executeQuery()) {
        Map<String, Product> products = new LinkedHashMap<>();
        while (rows.next()) {
          Product product = new Product(rows.getString(1), rows.getString(2), rows.getLong(3));
          products.put(product.id(), product);
        }
        return products;
      }
    }
  }
}
