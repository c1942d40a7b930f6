package org.g2cl.bench.cart;

import jakarta.annotation.PostConstruct;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateful;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** The cart. */
@Stateful(name = "BenchCart")
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class CartBean implements Cart, Serializable {
  private static final long serialVersionUID = 1L;
  private static final int LINES = 10;

  @EJB private Till till;
  @EJB private Till reserve;

  @SuppressWarnings("UnusedVariable") // a field that every call changes
  private long writes;

  private final List<Line> lines = new ArrayList<>();

  /** Fills it. */
  @PostConstruct
  void fill() {
    for (int i = 0; i < LINES; i++) {
      lines.add(new Line("P-00" + i, "An article of the catalogue, number " + i, till.price(i), 1));
    }
  }

  @Override
  public int update(int line, int quantity) {
    replace(line, reserve.price(line), quantity);
    return lines.size();
  }

  /** All that {@link #update} does to the state, without the call of another bean. */
  public void replace(int line, long cents, int quantity) {
    Line old = lines.get(line);
    lines.set(line, new Line(old.product(), old.name(), cents, quantity));
    writes++;
  }
}
