package org.g2cl.cmi.tomee.errand;

import jakarta.ejb.EJB;
import jakarta.ejb.EJBException;
import jakarta.ejb.Stateful;

/** Porter whose helper keeps no sessions. */
@Stateful(name = "Helper")
public class HelperBean implements Porter {
  @EJB(beanName = "Cart")
  private Porter cart;

  private int carried;

  @Override
  public int carry(String thing) {
    return ++carried;
  }

  @Override
  public int giveTo(Porter other, String thing) {
    return other.carry(thing);
  }

  @Override
  public Porter helper() {
    return cart;
  }

  @Override
  public int passOnTo(Porter other, String thing) {
    return cart.giveTo(other, thing);
  }

  @Override
  public int giveToHelperOfHelper(String thing) {
    return cart.helper().carry(thing);
  }

  @Override
  public int refuse() {
    throw new EJBException("it is too heavy");
  }
}
