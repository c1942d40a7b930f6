package org.g2cl.cmi.tomee.shop;

import jakarta.ejb.Stateful;
import java.io.Serializable;

/** Not serializable, as beans need not be. */
@Stateful(name = "Knot")
public class KnotBean implements Knot {
  private int count;
  private Loop loop;

  private static final class Loop implements Serializable {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // what the test is about
    private final KnotBean bean;

    Loop(KnotBean bean) {
      this.bean = bean;
    }
  }

  @Override
  public int increment() {
    return loop == null ? ++count : ++loop.bean.count;
  }

  @Override
  public void tie() {
    loop = new Loop(this);
    count++;
  }
}
