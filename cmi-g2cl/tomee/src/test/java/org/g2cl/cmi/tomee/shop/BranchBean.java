package org.g2cl.cmi.tomee.shop;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateful;
import java.io.Serializable;
import java.util.concurrent.atomic.AtomicInteger;

/** Branch that opens others, sessions of its own class, when it is made. */
@Stateful(name = "Branch")
@EJB(name = "below", beanName = "Branch", beanInterface = Branch.class)
public class BranchBean implements Branch, Serializable {
  private static final long serialVersionUID = 1L;

  private static final AtomicInteger TO_OPEN = new AtomicInteger();

  @Resource private SessionContext context;

  private Branch below;

  /** Lets the next one have so many below it, in a row. */
  public static void open(int branches) {
    TO_OPEN.set(branches);
  }

  @PostConstruct
  void openBelow() {
    if (TO_OPEN.getAndDecrement() > 0) {
      below = (Branch) context.lookup("below");
    }
  }

  @Override
  public int size() {
    return below == null ? 1 : 1 + below.size();
  }
}
