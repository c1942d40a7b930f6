package org.g2cl.cmi.tomee.shop;

import jakarta.ejb.Stateless;

/** Stateless bean, by its no-interface view. */
@Stateless
public class Prices {
  public int of(String item) {
    return item.length();
  }
}
