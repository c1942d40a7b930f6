package org.g2cl.jgcs.tck;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContext;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContextProvider;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Repeats a suite as often as the system property {@code tck.repeats} says; once without it. */
final class Repeats implements ClassTemplateInvocationContextProvider {
  private static final String PROPERTY = "tck.repeats";

  @Override
  public boolean supportsClassTemplate(ExtensionContext context) {
    return true;
  }

  @Override
  public Stream<ClassTemplateInvocationContext> provideClassTemplateInvocationContexts(
      ExtensionContext context) {
    return IntStream.rangeClosed(1, Integer.getInteger(PROPERTY, 1)).mapToObj(Repeat::new);
  }

  /** One of them. */
  private record Repeat(int number) implements ClassTemplateInvocationContext {
    @Override
    public String getDisplayName(int invocationIndex) {
      return "repeat " + number;
    }
  }
}
