package org.g2cl.sample.cart.web;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import javax.naming.NamingException;
import org.g2cl.sample.cart.CatalogueUnavailableException;
import org.g2cl.sample.cart.Product;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The catalogue as this web node last read it. Only the first request waits for it; after a minute
 * it is read again in the background.
 */
final class Shelf {

  private static final Logger log = LoggerFactory.getLogger(Shelf.class);
  private static final long MAX_AGE_NANOS = Duration.ofMinutes(1).toNanos();

  private final Source source;
  private final LongSupplier nanos;
  private final ReentrantLock firstReading = new ReentrantLock();
  private final AtomicBoolean refreshing = new AtomicBoolean();
  private volatile List<Product> products = List.of();
  private volatile long readAt;
  private final AtomicInteger failures = new AtomicInteger();
  private volatile BusinessTierException lastFailure;

  /** Where the product list is read. */
  @FunctionalInterface
  interface Source {
    List<Product> read() throws CatalogueUnavailableException, NamingException;
  }

  Shelf(Source source) {
    this(source, System::nanoTime);
  }

  Shelf(Source source, LongSupplier nanos) {
    this.source = source;
    this.nanos = nanos;
  }

  /** All products; an older list while it is read again or the business tier does not answer. */
  List<Product> products() throws BusinessTierException {
    List<Product> known = products;
    if (known.isEmpty()) {
      return firstRead();
    }
    if (nanos.getAsLong() - readAt > MAX_AGE_NANOS && refreshing.compareAndSet(false, true)) {
      Thread reader = new Thread(this::refresh, "product-list");
      reader.setDaemon(true);
      reader.start();
    }
    return known;
  }

  private void refresh() {
    try {
      read();
    } catch (BusinessTierException e) {
      log.warn("The product list of a minute ago stays in use: {}", e.getMessage());
      readAt = nanos.getAsLong();
    } finally {
      refreshing.set(false);
    }
  }

  /** The list as it is, without a call; empty before it was read. */
  List<Product> known() {
    return products;
  }

  /** How many wait for the first reading, for tests. */
  int waiting() {
    return firstReading.getQueueLength();
  }

  /** Who waited while another's reading failed has waited as long, and fails with it. */
  private List<Product> firstRead() throws BusinessTierException {
    int before = failures.get();
    firstReading.lock();
    try {
      if (products.isEmpty() && failures.get() != before) {
        throw lastFailure;
      }
      return products.isEmpty() ? read() : products;
    } catch (BusinessTierException e) {
      lastFailure = e;
      failures.incrementAndGet();
      throw e;
    } finally {
      firstReading.unlock();
    }
  }

  private List<Product> read() throws BusinessTierException {
    try {
      List<Product> read = List.copyOf(source.read());
      readAt = nanos.getAsLong();
      products = read;
      return read;
    } catch (CatalogueUnavailableException | NamingException | RuntimeException e) {
      throw new BusinessTierException("The product list could not be read", e, false);
    }
  }
}
