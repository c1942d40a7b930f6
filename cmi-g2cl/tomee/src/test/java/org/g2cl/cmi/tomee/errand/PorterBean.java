package org.g2cl.cmi.tomee.errand;

import jakarta.ejb.EJB;
import jakarta.ejb.EJBException;
import jakarta.ejb.Stateful;

/** Porter with a helper that has one too. */
@Stateful(name = "Porter")
public class PorterBean implements Porter {
  @EJB(beanName = "Helper")
  private Porter helper;

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
    return helper;
  }

  @Override
  public int passOnTo(Porter other, String thing) {
    return helper.giveTo(other, thing);
  }

  @Override
  public int giveToHelperOfHelper(String thing) {
    return helper.helper().carry(thing);
  }

  @Override
  public int refuse() {
    throw new EJBException("it is too heavy");
  }
}
