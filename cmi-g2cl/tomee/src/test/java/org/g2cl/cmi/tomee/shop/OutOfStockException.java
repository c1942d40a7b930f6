package org.g2cl.cmi.tomee.shop;

import jakarta.ejb.ApplicationException;

@ApplicationException(rollback = true)
public class OutOfStockException extends Exception {
  private static final long serialVersionUID = 1L;

  public OutOfStockException(String message) {
    super(message);
  }
}
