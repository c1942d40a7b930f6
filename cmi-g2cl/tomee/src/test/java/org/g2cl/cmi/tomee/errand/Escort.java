package org.g2cl.cmi.tomee.errand;

import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.ejb.SessionContext;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.InvocationContext;
import javax.sql.DataSource;
import org.g2cl.cmi.tomee.shop.Prices;

/** Interceptor with everything injected that a bean may have. */
public class Escort {
  @Inject private Rates rates;
  @Inject private Tally tally;
  @EJB private Prices prices;
  @Resource private SessionContext context;

  @Resource(name = "shop")
  private DataSource shop;

  @AroundInvoke
  public Object around(InvocationContext invocation) throws Exception {
    String report =
        "rates=%d tally=%d price=%d rollbackOnly=%s shop=%s"
            .formatted(
                rates.of("pen"),
                tally.next(),
                prices.of("pen"),
                context.getRollbackOnly(),
                shop != null);
    invocation.getContextData().put("escort", report);
    return invocation.proceed();
  }
}
