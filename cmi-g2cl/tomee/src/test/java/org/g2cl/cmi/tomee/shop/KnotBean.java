package org.g2cl.cmi.tomee.shop;

import jakarta.annotation.Resource;
import jakarta.ejb.Stateful;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.io.Serializable;
import java.util.Locale;

/** Not serializable, as beans need not be. */
@Stateful(name = "Knot")
public class KnotBean implements Knot {
  private int count;
  private Loop loop;
  private Locale language;
  private Thread thread;

  @Resource private TransactionSynchronizationRegistry registry;

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

  @Override
  public int tieAfterwards() {
    registry.registerInterposedSynchronization(
        new Synchronization() {
          @Override
          public void beforeCompletion() {
            // not yet
          }

          @Override
          public void afterCompletion(int status) {
            tie();
          }
        });
    return ++count;
  }

  @Override
  public void start() {
    thread = new Thread();
    count += thread.getPriority();
  }

  @Override
  public void speak() {
    language = Locale.ENGLISH;
    count += language.toLanguageTag().length();
  }
}
