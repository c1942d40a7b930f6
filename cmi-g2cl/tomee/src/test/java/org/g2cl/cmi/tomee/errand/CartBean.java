package org.g2cl.cmi.tomee.errand;

import jakarta.annotation.Resource;
import jakarta.ejb.EJBException;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Singleton;

/** Porter of all, which helps itself. */
@Singleton(name = "Cart")
public class CartBean implements Porter {
  @Resource private SessionContext context;
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
    return context.getBusinessObject(Porter.class);
  }

  @Override
  public int passOnTo(Porter other, String thing) {
    return giveTo(other, thing);
  }

  @Override
  public int giveToHelperOfHelper(String thing) {
    return helper().carry(thing);
  }

  @Override
  public int refuse() {
    throw new EJBException("it is too heavy");
  }
}
