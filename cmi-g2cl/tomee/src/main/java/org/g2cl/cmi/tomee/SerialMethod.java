package org.g2cl.cmi.tomee;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.g2cl.cmi.tomee.graph.GraphOutput;

/**
 * Method of the application's by which a class makes its own serial form.
 *
 * @param className class that declares it
 */
record SerialMethod(String className, String name) {
  private static final Set<String> NAMES = Set.of("writeReplace", "writeObject", "writeExternal");

  /** The one that threw, or that called what threw. */
  static Optional<SerialMethod> thatThrew(Throwable thrown) {
    return Arrays.stream(thrown.getStackTrace())
        .filter(call -> NAMES.contains(call.getMethodName()) && isOfApplication(call))
        .findFirst()
        .map(call -> new SerialMethod(call.getClassName(), call.getMethodName()));
  }

  private static boolean isOfApplication(StackTraceElement call) {
    return !call.getClassName().startsWith("java.")
        && !call.getClassName().equals(GraphOutput.class.getName());
  }
}
