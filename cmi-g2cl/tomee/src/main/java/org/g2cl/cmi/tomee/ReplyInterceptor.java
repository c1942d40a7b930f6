package org.g2cl.cmi.tomee;

import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.InvocationContext;
import jakarta.transaction.Transaction;
import java.util.Optional;
import org.apache.openejb.BeanContext;
import org.apache.openejb.core.ExceptionType;
import org.apache.openejb.core.ThreadContext;
import org.apache.openejb.core.stateful.Instance;

/**
 * Outermost interceptor of replicated beans: it learns the method's outcome while the method's
 * transaction is still open.
 *
 * <p>One object per container, shared by all instances and never written with a state.
 */
public final class ReplyInterceptor {
  private final LiveInstances live;
  private final CallEnd end;

  ReplyInterceptor(LiveInstances live, CallEnd end) {
    this.live = live;
    this.end = end;
  }

  /** Called by the server. */
  @AroundInvoke
  public Object around(InvocationContext invocation) throws Exception {
    ThreadContext context = ThreadContext.getThreadContext();
    OpenCall call = live.call(context.getPrimaryKey()).orElse(null);
    if (call == null || call.isNested()) {
      return invocation.proceed();
    }
    Instance instance = live.peek(call.key());
    if (instance != null) {
      call.use(instance);
    }
    try {
      Object result = invocation.proceed();
      call.replied(Reply.result(result));
      return result;
    } catch (Exception e) {
      call.replied(outcome(context.getBeanContext(), e));
      throw e;
    } finally {
      call.putInterruptionAside();
      enlist(call);
    }
  }

  private void enlist(OpenCall call) {
    if (!call.isEnlisted()) {
      Optional<Transaction> deciding = Transactions.ofMethod();
      if (deciding.isPresent()) {
        end.decideBy(deciding.get(), call);
      }
    }
  }

  private static Reply outcome(BeanContext bean, Exception thrown) {
    return new Reply(
        bean.getExceptionType(thrown) == ExceptionType.SYSTEM
            ? Reply.Kind.SYSTEM_EXCEPTION
            : Reply.Kind.APPLICATION_EXCEPTION,
        thrown);
  }
}
