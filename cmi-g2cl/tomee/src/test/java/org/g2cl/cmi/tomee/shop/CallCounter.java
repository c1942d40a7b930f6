package org.g2cl.cmi.tomee.shop;

import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.InvocationContext;

/** Interceptor with state, one per instance of the bean. */
public class CallCounter {
  private int calls;

  @AroundInvoke
  public Object count(InvocationContext invocation) throws Exception {
    calls++;
    invocation.getContextData().put("calls", calls);
    return invocation.proceed();
  }
}
