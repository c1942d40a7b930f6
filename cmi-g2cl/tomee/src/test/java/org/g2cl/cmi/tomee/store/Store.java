package org.g2cl.cmi.tomee.store;

import jakarta.ejb.Remote;
import java.util.List;
import org.g2cl.cmi.tomee.shop.OutOfStockException;

@Remote
public interface Store {
  /** Writes a row; when, nobody says. */
  int buy(String item);

  /** The row is in the database when the method ends. */
  int buyAndFlush(String item);

  int buyThenRefuse(String item) throws OutOfStockException;

  /** By a service that CDI injects, and that has its persistence context injected in turn. */
  int buyByService(String item);

  long rows();

  /** By a factory of entity managers. */
  long rowsByFactory();

  List<String> items();
}
