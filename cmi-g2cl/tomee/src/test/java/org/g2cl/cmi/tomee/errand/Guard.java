package org.g2cl.cmi.tomee.errand;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.io.Serializable;

/** Interceptor of CDI with state, and with a bean of its own server. */
@Guarded
@Interceptor
@Priority(Interceptor.Priority.APPLICATION)
public class Guard implements Serializable {
  private static final long serialVersionUID = 1L;

  @Inject private Rates rates;

  private int seen;

  @AroundInvoke
  public Object around(InvocationContext invocation) throws Exception {
    seen += rates.of("x");
    invocation.getContextData().put("guard", seen);
    return invocation.proceed();
  }
}
