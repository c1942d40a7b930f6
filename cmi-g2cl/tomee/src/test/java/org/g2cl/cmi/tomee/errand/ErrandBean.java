package org.g2cl.cmi.tomee.errand;

import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateful;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptors;
import jakarta.interceptor.InvocationContext;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.g2cl.cmi.tomee.shop.Journal;
import org.g2cl.cmi.tomee.shop.Prices;

/** Bean with everything injected that a bean may have. */
@Stateful(name = "Errand")
@Interceptors(Escort.class)
@Guarded
public class ErrandBean implements Errand {
  @Inject private Rates rates;
  @Inject private Visit visit;
  @Inject private Tally tally;
  @Inject private transient Tally transientTally;
  @Inject private transient Tool tool;
  @Inject private transient GuardedTally guardedTally;
  @Inject private Logger logger;
  @Inject private Event<StringBuilder> event;
  @Inject private Instance<Rates> instance;
  @Inject private Prices injectedPrices;
  @Inject private Journal injectedJournal;
  @EJB private Prices prices;
  @EJB private Journal journal;
  @Resource private SessionContext context;

  @Resource(name = "shop")
  private DataSource shop;

  private final List<Rates> held = new ArrayList<>();
  private transient Object escort;
  private transient Object guard;

  @Inject
  void initialize(Rates given) {
    held.add(given);
  }

  @AroundInvoke
  Object see(InvocationContext invocation) throws Exception {
    escort = invocation.getContextData().get("escort");
    guard = invocation.getContextData().get("guard");
    return invocation.proceed();
  }

  @Override
  public String escort() {
    return String.valueOf(escort);
  }

  @Override
  public String use(String field) {
    return switch (field) {
      case "rates" -> "" + rates.of("pen");
      case "visit" -> "" + visit.step();
      case "tally" -> "" + tally.next();
      case "transientTally" -> "" + transientTally.next();
      case "guardedTally" -> "" + guardedTally.next();
      case "guard" -> "" + guard;
      case "tool" -> tool.use();
      case "logger" -> logger.getName();
      case "event" -> fired();
      case "instance" -> "" + instance.get().of("pen");
      case "injectedPrices" -> "" + injectedPrices.of("pen");
      case "injectedJournal" -> "" + injectedJournal.write("x");
      case "prices" -> "" + prices.of("pen");
      case "journal" -> "" + journal.write("x");
      case "context" -> "" + context.getRollbackOnly();
      case "shop" -> "" + (shop != null);
      case "held" -> "" + held.get(0).of("pen");
      default -> throw new IllegalArgumentException(field);
    };
  }

  private String fired() {
    var heard = new StringBuilder();
    event.fire(heard);
    return heard.toString();
  }
}
