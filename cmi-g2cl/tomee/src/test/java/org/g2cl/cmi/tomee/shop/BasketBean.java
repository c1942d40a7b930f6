package org.g2cl.cmi.tomee.shop;

import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.ejb.PostActivate;
import jakarta.ejb.Remove;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateful;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.ExcludeClassInterceptors;
import jakarta.interceptor.Interceptors;
import jakarta.interceptor.InvocationContext;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.io.Serializable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.logging.Level;
import javax.sql.DataSource;
import org.apache.openejb.loader.SystemInstance;
import org.g2cl.cmi.api.Idempotent;

@Stateful(name = "Basket")
@Interceptors(CallCounter.class)
public class BasketBean implements Basket, Serializable {
  private static final long serialVersionUID = 1L;

  private final List<String> items = new ArrayList<>();
  private int activations;
  private transient Object calls;
  private Map<String, Object> held = Map.of();
  private Level level;

  @SuppressWarnings("UnusedVariable") // it is state
  private IntSupplier rule;

  private Link chain;

  /** Element of a list that is linked by fields. */
  private record Link(Link next) implements Serializable {
    static Link chain(int links) {
      Link first = null;
      for (int i = 0; i < links; i++) {
        first = new Link(first);
      }
      return first;
    }
  }

  /** Element that does not let itself be written. */
  private static final class Stubborn implements Serializable {
    private static final long serialVersionUID = 1L;

    private Object writeReplace() {
      throw new IllegalStateException("not now");
    }
  }

  @Resource private SessionContext context;

  @Resource(name = "shop")
  private DataSource shop;

  @Resource private TransactionSynchronizationRegistry registry;

  @EJB private Prices prices;
  @EJB private Journal journal;

  @AroundInvoke
  Object see(InvocationContext invocation) throws Exception {
    calls = invocation.getContextData().get("calls");
    return invocation.proceed();
  }

  @PostActivate
  void activated() {
    activations++;
  }

  @Override
  public int add(String item) {
    items.add(item);
    return items.size();
  }

  @Override
  @Idempotent
  @ExcludeClassInterceptors // which counts calls, and so would change
  public int size() {
    return items.size();
  }

  @Override
  @Idempotent
  public int sizeAfterAdding(String item) {
    return add(item);
  }

  @Override
  @Idempotent
  public int ordersWritten() {
    try (var connection = shop.getConnection();
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT COUNT(*) FROM orders")) {
      rows.next();
      return rows.getInt(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  @ExcludeClassInterceptors
  public String firstItem() {
    return items.get(0);
  }

  @Override
  public List<String> items() {
    return new ArrayList<>(items);
  }

  @Override
  public String report() {
    return "calls=%s activations=%d price=%d journal=%d rollbackOnly=%s"
        .formatted(
            calls, activations, prices.of("pen"), journal.write("x"), context.getRollbackOnly());
  }

  @Override
  public int note(String line) {
    add(line);
    return journal.write(line);
  }

  @Override
  @Idempotent
  @ExcludeClassInterceptors
  public int noteOnly(String line) {
    return journal.write(line);
  }

  @Override
  public int noteThenRefuse(String line) throws OutOfStockException {
    note(line);
    throw new OutOfStockException(line);
  }

  @Override
  public int noteIfPossible(String line) {
    try {
      return note(line);
    } catch (RuntimeException e) {
      return -1;
    }
  }

  @Override
  public int noteInTwo(String line) {
    note(line);
    Journal another = (Journal) context.lookup(BasketBean.class.getName() + "/journal");
    return another.write(line);
  }

  @Override
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public int noteOutsideTransaction(String line) {
    return note(line);
  }

  @Override
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public int noteAfterAsking(String line, long longestMillis) {
    add(line);
    System.out.println("asking before " + line);
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(longestMillis);
    while (System.nanoTime() - end < 0) {
      journal.lines();
    }
    return journal.write(line);
  }

  @Override
  public int noteApart(String line) {
    add(line);
    return journal.writeApart(line);
  }

  @Override
  public int addAndCountNotes(String item) {
    add(item);
    return journal.lines();
  }

  @Override
  public int order(String item) {
    try (var connection = shop.getConnection();
        var insert = connection.prepareStatement("INSERT INTO orders VALUES (?)")) {
      insert.setString(1, item);
      insert.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return add(item);
  }

  @Override
  public int orderAtTill(String item) {
    Till.enlist();
    return order(item);
  }

  @Override
  public int orderThenRefuse(String item) throws OutOfStockException {
    order(item);
    throw new OutOfStockException(item);
  }

  @Override
  public int addThenRefuse(String item) throws RefusedException {
    add(item);
    throw new RefusedException(item);
  }

  @Override
  public int crash() {
    throw new IllegalStateException("crashed");
  }

  @Override
  public int addAndInterrupt(String item) {
    Thread.currentThread().interrupt();
    return add(item);
  }

  @Override
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public int addAndInterruptOutsideTransaction(String item) {
    return addAndInterrupt(item);
  }

  @Override
  public void holdUnmodifiable() {
    held = Collections.unmodifiableMap(new HashMap<>(Map.of("key", items)));
  }

  @Override
  public void holdThread() {
    items.add("lost");
    held = Map.of("worker", new ArrayList<>(List.of(1, Thread.currentThread())));
  }

  @Override
  public void holdLambda(boolean serializable) {
    rule = serializable ? (IntSupplier & Serializable) items::size : items::size;
  }

  @Override
  public void holdLevel() {
    items.add("lost");
    level = Level.INFO;
  }

  @Override
  public void holdStubborn() {
    items.add("lost");
    held = Map.of("worker", new ArrayList<>(List.of(1, new Stubborn())));
  }

  @Override
  public Object stubbornResult() {
    items.add("lost");
    return new Stubborn();
  }

  @Override
  public void holdChain(int links) {
    items.add("lost");
    chain = Link.chain(links);
  }

  @Override
  public Object chain(int links) {
    items.add(chain == null ? "lost" : "found");
    return Link.chain(links);
  }

  @Override
  public int addSlowly(String item) {
    Gate.await();
    return add(item);
  }

  @Override
  public void addAfterwards(String item) {
    registry.registerInterposedSynchronization(addingAfterwards(item));
  }

  @Override
  public void addAfterTransaction(String item) {
    try {
      SystemInstance.get()
          .getComponent(TransactionManager.class)
          .getTransaction()
          .registerSynchronization(addingAfterwards(item));
    } catch (RollbackException | SystemException e) {
      throw new IllegalStateException(e);
    }
  }

  private Synchronization addingAfterwards(String item) {
    return new Synchronization() {
      @Override
      public void beforeCompletion() {
        // nothing to write
      }

      @Override
      public void afterCompletion(int status) {
        add(item);
      }
    };
  }

  @Override
  public String call() {
    return "called";
  }

  @Override
  public Object strangeResult() {
    items.add("lost");
    return level == null ? Level.INFO : held;
  }

  @Override
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public void addOutsideTransaction(String item) {
    add(item);
  }

  @Override
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public void addAroundCallsOfMyself(String item) {
    Basket myself = context.getBusinessObject(Basket.class);
    for (int i = 0; i < 2; i++) {
      add(item);
      myself.add(item);
    }
    add(item);
  }

  @Override
  public String callMyself(String item) {
    return item + context.getBusinessObject(Basket.class).add(item);
  }

  @Remove
  @Override
  public List<String> pay() {
    return new ArrayList<>(items);
  }

  @Remove
  @Override
  public List<String> orderAndPay(String item) {
    order(item);
    return items();
  }

  @Remove
  @Override
  public List<String> orderAtTillAndPay(String item) {
    orderAtTill(item);
    return items();
  }

  @Remove(retainIfException = true)
  @Override
  public List<String> payThenRefuse() throws OutOfStockException {
    add("tried");
    throw new OutOfStockException("money");
  }
}
