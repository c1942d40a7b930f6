package org.g2cl.sample.cart.web;

import javax.naming.NamingException;
import org.g2cl.sample.cart.Cart;

/** Where new carts come from. */
@FunctionalInterface
interface CartSource {

  Cart newCart() throws NamingException;
}
