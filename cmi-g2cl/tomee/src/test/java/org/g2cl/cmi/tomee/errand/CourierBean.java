package org.g2cl.cmi.tomee.errand;

import jakarta.ejb.AsyncResult;
import jakarta.ejb.Asynchronous;
import jakarta.ejb.Stateful;
import java.util.concurrent.Future;

@Stateful(name = "Courier")
public class CourierBean implements Courier {
  private int delivered;

  @Override
  @Asynchronous
  public Future<Integer> deliver(boolean fails) throws LostException {
    delivered++;
    if (fails) {
      throw new LostException("parcel " + delivered);
    }
    return new AsyncResult<>(delivered);
  }

  @Override
  public int delivered() {
    return delivered;
  }
}
