package org.g2cl.sample.cart.web;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import javax.naming.NamingException;
import org.g2cl.sample.cart.CatalogueUnavailableException;
import org.g2cl.sample.cart.Product;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The catalogue as this web node last read it, read again by one request in a minute. */
final class Shelf {

  private static final Logger log = LoggerFactory.getLogger(Shelf.class);
  private static final long MAX_AGE_NANOS = Duration.ofMinutes(1).toNanos();

  private final CartLocator locator;
  private final ReentrantLock reading = new ReentrantLock();
  private volatile List<Product> products = List.of();
  private volatile long readAt;

  Shelf(CartLocator locator) {
    this.locator = locator;
  }

  /** All products; a list of a minute ago when the business tier does not answer. */
  List<Product> products() throws BusinessTierException {
    List<Product> known = products;
    if (known.isEmpty()) {
      return firstRead();
    }
    if (System.nanoTime() - readAt > MAX_AGE_NANOS && reading.tryLock()) {
      try {
        return read();
      } catch (BusinessTierException e) {
        log.warn("The product list of a minute ago stays in use: {}", e.getMessage());
        readAt = System.nanoTime();
      } finally {
        reading.unlock();
      }
    }
    return known;
  }

  private List<Product> firstRead() throws BusinessTierException {
    reading.lock();
    try {
      return products.isEmpty() ? read() : products;
    } finally {
      reading.unlock();
    }
  }

  private List<Product> read() throws BusinessTierException {
    try {
      List<Product> read = List.copyOf(locator.catalogue().products());
      readAt = System.nanoTime();
      products = read;
      return read;
    } catch (CatalogueUnavailableException | NamingException | RuntimeException e) {
      throw new BusinessTierException("The product list could not be read", e, false);
    }
  }
}
