package org.g2cl.cmi.client;

import jakarta.ejb.ConcurrentAccessTimeoutException;
import java.rmi.RemoteException;
import java.util.Optional;
import org.apache.openejb.client.EJBResponse;
import org.apache.openejb.client.JNDIResponse;
import org.apache.openejb.client.Response;
import org.apache.openejb.client.ResponseCodes;
import org.apache.openejb.client.ThrowableArtifact;
import org.g2cl.cmi.core.RetryElsewhereException;
import org.g2cl.propagation.SessionBusyException;

/** Reading of a server's answer, for what the retry loop must know. */
final class Answers {
  /** How ejbd 10.0.0-M2 begins the message when the bean is not deployed, or not yet. */
  private static final String NO_DEPLOYMENT = "No such deployment";

  private static final int MAX_CAUSES = 20;

  /** Of each server one is shown. */
  private static final int MAX_REASON = 500;

  private Answers() {}

  static Answer judge(Response response) {
    if (response instanceof EJBResponse ejb) {
      return judge(ejb);
    }
    return response instanceof JNDIResponse jndi ? judge(jndi) : Answer.FINAL;
  }

  static Throwable throwable(Object result) {
    return result instanceof ThrowableArtifact artifact ? artifact.getThrowable() : null;
  }

  /** Why a server has sent us to another one; empty when it has not, or does not say. */
  static String reason(Response response) {
    Object result =
        response instanceof EJBResponse ejb
            ? ejb.getResult()
            : response instanceof JNDIResponse jndi ? jndi.getResult() : null;
    String reason = retry(throwable(result)).map(Throwable::getMessage).orElse("");
    return reason.length() <= MAX_REASON ? reason : reason.substring(0, MAX_REASON) + "...";
  }

  /**
   * Only the exception itself counts: one that a bean got from another bean and passed on comes out
   * of code that was executed.
   */
  private static Answer judge(EJBResponse response) {
    Throwable thrown = throwable(response.getResult());
    if (response.getResponseCode() == ResponseCodes.EJB_APP_EXCEPTION) {
      if (thrown instanceof RetryElsewhereException) {
        return Answer.ELSEWHERE;
      }
      if (isOfAReplicatedBean(thrown)) {
        return Answer.BUSY;
      }
      return thrown instanceof SessionBusyException ? Answer.EXECUTING : Answer.FINAL;
    }
    return unknown(response, thrown);
  }

  private static Answer unknown(EJBResponse response, Throwable thrown) {
    boolean unknown =
        response.getResponseCode() == ResponseCodes.EJB_ERROR
            && thrown instanceof RemoteException
            && String.valueOf(thrown.getMessage()).startsWith(NO_DEPLOYMENT);
    return unknown ? Answer.UNKNOWN_HERE : Answer.FINAL;
  }

  private static Answer judge(JNDIResponse response) {
    return switch (response.getResponseCode()) {
      case ResponseCodes.JNDI_NOT_FOUND -> Answer.UNKNOWN_HERE;
      case ResponseCodes.JNDI_NAMING_EXCEPTION ->
          retry(throwable(response.getResult())).isPresent() ? Answer.ELSEWHERE : Answer.FINAL;
      default -> Answer.FINAL;
    };
  }

  private static Optional<RetryElsewhereException> retry(Throwable thrown) {
    Throwable cause = thrown;
    for (int i = 0; i < MAX_CAUSES && cause != null; i++) {
      if (cause instanceof RetryElsewhereException retry) {
        return Optional.of(retry);
      }
      cause = cause.getCause();
    }
    return Optional.empty();
  }

  /** A stock container gives the same exception, and keeps no reply that could be asked for. */
  private static boolean isOfAReplicatedBean(Throwable thrown) {
    return thrown instanceof ConcurrentAccessTimeoutException
        && thrown.getCause() instanceof SessionBusyException;
  }
}
