package org.g2cl.cmi.tomee;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.openejb.BeanContext;

/**
 * Methods of a bean that may be executed again when a server fails: annotated, or named in the
 * deployment. Thread-safe.
 */
final class IdempotentMethods {
  static final String SETTING = "IdempotentMethods";

  /** By its name, since the application may bring a copy of the class of its own. */
  private static final String ANNOTATION = "org.g2cl.cmi.api.Idempotent";

  private final BeanContext bean;
  private final List<String> patterns;
  private final Map<Method, Boolean> known = new ConcurrentHashMap<>();

  /**
   * Creates those of a bean.
   *
   * @param patterns {@code bean.method}, where the method's name may end in {@code *}
   */
  IdempotentMethods(BeanContext bean, List<String> patterns) {
    this.bean = bean;
    this.patterns = List.copyOf(patterns);
  }

  /**
   * Checks what the setting holds.
   *
   * @throws IllegalArgumentException when it holds something else
   */
  static List<String> checked(List<String> patterns) {
    for (String pattern : patterns) {
      if (!pattern.matches("[^*]+\\.[^.*]*\\*?")) {
        throw new IllegalArgumentException(
            "%s has '%s'; write bean.method, bean.beginning* or bean.*, separated by commas"
                .formatted(SETTING, pattern));
      }
    }
    return patterns;
  }

  /** Tells whether a method of the business interface is one of them. */
  boolean contains(Method called) {
    Boolean decided = known.get(called);
    return decided != null ? decided : known.computeIfAbsent(called, this::decide);
  }

  private boolean decide(Method called) {
    Method own = bean.getMatchingBeanMethod(called);
    return isMarked(called)
        || isMarked(called.getDeclaringClass())
        || (own != null && (isMarked(own) || isMarked(own.getDeclaringClass())))
        || patterns.stream()
            .anyMatch(p -> matches(p, bean.getDeploymentID() + "." + called.getName()));
  }

  private static boolean isMarked(AnnotatedElement element) {
    for (Annotation annotation : element.getAnnotations()) {
      if (annotation.annotationType().getName().equals(ANNOTATION)) {
        return true;
      }
    }
    return false;
  }

  private static boolean matches(String pattern, String name) {
    return pattern.endsWith("*")
        ? name.startsWith(pattern.substring(0, pattern.length() - 1))
        : name.equals(pattern);
  }
}
