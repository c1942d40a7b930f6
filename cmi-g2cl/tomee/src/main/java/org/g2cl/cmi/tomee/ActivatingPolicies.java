package org.g2cl.cmi.tomee;

import org.apache.openejb.ApplicationException;
import org.apache.openejb.SystemException;
import org.apache.openejb.core.ThreadContext;
import org.apache.openejb.core.transaction.TransactionPolicy;
import org.apache.openejb.core.transaction.TransactionPolicyFactory;
import org.apache.openejb.core.transaction.TransactionType;

/**
 * Transaction policies of a replicated bean, each of which is given out when the call has its
 * instance.
 *
 * <p>A policy is the last thing that the stock container gets before it asks for the instance, and
 * it asks within its one monitor, where an instance that is made slowly, as by {@code
 * PostActivate}, would hold up the calls of all sessions. The caller is authorized by then, and the
 * transaction of the method has begun. Seen in the code of OpenEJB 10.1.2 and 9.0.0.
 */
final class ActivatingPolicies implements TransactionPolicyFactory {
  private final TransactionPolicyFactory stock;
  private final LiveInstances live;

  ActivatingPolicies(TransactionPolicyFactory stock, LiveInstances live) {
    this.stock = stock;
    this.live = live;
  }

  @Override
  public TransactionPolicy createTransactionPolicy(TransactionType type)
      throws SystemException, ApplicationException {
    TransactionPolicy policy = stock.createTransactionPolicy(type);
    ThreadContext context = ThreadContext.getThreadContext();
    OpenCall call = live.call(context.getPrimaryKey()).orElse(null);
    if (call != null && !call.isNested() && live.lacks(call)) {
      activate(call, context, policy);
    }
    return policy;
  }

  private void activate(OpenCall call, ThreadContext context, TransactionPolicy policy) {
    TransactionPolicy before = context.getTransactionPolicy();
    context.setTransactionPolicy(policy); // of callbacks, too; the container sets it later
    try {
      live.activate(call);
    } finally {
      context.setTransactionPolicy(before);
    }
  }
}
