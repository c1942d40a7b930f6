package org.g2cl.cmi.core;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Patterns that name classes: {@code com.shop.Cart} this one, {@code com.shop.*} all that are in
 * that package or below it, {@code *} all. Immutable.
 */
public final class ClassPatterns {
  private static final String WORD = "\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*";
  private static final Pattern FORM = Pattern.compile("(%s\\.)*(%s|\\*)".formatted(WORD, WORD));
  private static final String ALL = "*";
  private static final String ALL_BELOW = ".*";

  private final List<String> patterns;

  private ClassPatterns(List<String> patterns) {
    this.patterns = List.copyOf(patterns);
  }

  /**
   * Patterns of a setting; none when the list is empty.
   *
   * @param setting its name, for the message
   * @throws IllegalArgumentException when one of them can be of no class; the message names the
   *     setting, the pattern and the rule
   */
  public static ClassPatterns of(String setting, List<String> patterns) {
    for (String pattern : patterns) {
      if (!FORM.matcher(pattern).matches()) {
        throw new IllegalArgumentException(
            "%s has '%s'; it must be a class with its package, a package and .* for all that is below it, or * for all, with commas between"
                .formatted(setting, pattern));
      }
    }
    return new ClassPatterns(patterns);
  }

  /** Tells whether one of them is of the class of that name, as {@link Class#getName} has it. */
  public boolean match(String className) {
    for (String pattern : patterns) {
      if (matches(pattern, className)) {
        return true;
      }
    }
    return false;
  }

  private static boolean matches(String pattern, String name) {
    if (pattern.equals(ALL)) {
      return true;
    }
    return pattern.endsWith(ALL_BELOW)
        ? name.startsWith(pattern.substring(0, pattern.length() - 1))
        : name.equals(pattern);
  }

  /** Shows them as a list. */
  @Override
  public String toString() {
    return patterns.toString();
  }
}
