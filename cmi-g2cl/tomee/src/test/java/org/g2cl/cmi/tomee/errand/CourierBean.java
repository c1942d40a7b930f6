package org.g2cl.cmi.tomee.errand;

import jakarta.annotation.Resource;
import jakarta.ejb.AsyncResult;
import jakarta.ejb.Asynchronous;
import jakarta.ejb.Stateful;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

@Stateful(name = "Courier")
public class CourierBean implements Courier {
  private int delivered;

  @Resource private TransactionSynchronizationRegistry registry;

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
  @Asynchronous
  public Future<Integer> lose() {
    delivered++;
    return CompletableFuture.failedFuture(new LostException("parcel " + delivered));
  }

  @Override
  @Asynchronous
  public Future<Integer> callOff() {
    delivered++;
    var cancelled = new CompletableFuture<Integer>();
    cancelled.cancel(false);
    return cancelled;
  }

  @Override
  @Asynchronous
  public Future<Integer> loseLater() {
    delivered++;
    var later = new CompletableFuture<Integer>();
    registry.registerInterposedSynchronization(
        new Synchronization() {
          @Override
          public void beforeCompletion() {
            // nothing to write
          }

          @Override
          public void afterCompletion(int status) {
            later.completeExceptionally(new LostException("parcel"));
          }
        });
    return later;
  }

  @Override
  public int delivered() {
    return delivered;
  }
}
