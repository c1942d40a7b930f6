package org.g2cl.cmi.client.server;

import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.InvocationContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.openejb.server.ejbd.CallContext;

/** Writes the id of each request of the stateless bean to a file before the bean runs. */
public class RequestIdLog {
  private static final String FILE = System.getProperty("ids");

  /** Writes and goes on. */
  @AroundInvoke
  public Object write(InvocationContext call) throws Exception {
    if (FILE != null) {
      String id = CallContext.getCallContext().getEJBRequest().getBody().getRequestId();
      Files.writeString(
          Path.of(FILE), id + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
    return call.proceed();
  }
}
