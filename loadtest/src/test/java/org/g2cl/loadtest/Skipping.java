package org.g2cl.loadtest;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which tests a machine may skip, by their sources: the conditions of JUnit on method or class, and
 * assumptions, in the method, in what runs before each or all, and in methods that these call by
 * their names or by {@code Class.method}. Not seen: what an object of another class assumes.
 */
final class Skipping {
  private static final Pattern CONDITION = Pattern.compile("@(Enabled|Disabled)\\w+");
  private static final Pattern ASSUMPTION =
      Pattern.compile("\\bassum(e(That|True|False)|ingThat)\\(|Assumptions\\.abort\\(|Aborted");
  private static final Pattern BEFORE = Pattern.compile("@Before(Each|All)\\b");
  private static final Pattern DECLARED = Pattern.compile("(?m)^  (?=\\w)[^=;\\n]*?\\b(\\w+)\\(");
  private static final Pattern CALL = Pattern.compile("(?:\\b([A-Z]\\w*)\\.|(?<![.\\w]))(\\w+)\\(");

  private final Map<String, List<String>> sources;
  private final Map<String, Map<String, String>> methods = new HashMap<>();

  /**
   * Creates one.
   *
   * @param sources by the name of their class, as the formatter of the build leaves them
   */
  Skipping(Map<String, List<String>> sources) {
    this.sources = sources;
    sources.forEach((name, texts) -> methods.put(name, methods(String.join("\n\n", texts))));
  }

  /** Tells whether a test may be skipped. */
  boolean maySkip(String name, String method) {
    String head = sources.get(name).stream().map(Skipping::ofClass).reduce("", String::concat);
    Set<String> seen = new HashSet<>();
    return CONDITION.matcher(head).find()
        || CONDITION.matcher(text(name, method)).find()
        || assumes(name, method, seen)
        || methods.get(name).entrySet().stream()
            .filter(each -> BEFORE.matcher(each.getValue()).find())
            .anyMatch(each -> assumes(name, each.getKey(), seen));
  }

  private static String ofClass(String source) {
    int end = source.indexOf("class ");
    return source.substring(0, Math.max(end, 0));
  }

  private String text(String name, String method) {
    return methods.getOrDefault(name, Map.of()).getOrDefault(method, "");
  }

  private boolean assumes(String name, String method, Set<String> seen) {
    if (!seen.add(name + "#" + method)) {
      return false;
    }
    String text = text(name, method);
    if (ASSUMPTION.matcher(text).find()) {
      return true;
    }
    return CALL.matcher(text)
        .results()
        .anyMatch(
            call -> assumes(call.group(1) == null ? name : call.group(1), call.group(2), seen));
  }

  /** Texts of methods by their names, with what stands right before them. */
  private static Map<String, String> methods(String source) {
    Map<String, String> methods = new HashMap<>();
    String name = "";
    int start = 0;
    Matcher declared = DECLARED.matcher(source);
    while (declared.find()) {
      int next = Math.max(start, source.lastIndexOf("\n\n", declared.start()));
      methods.merge(name, source.substring(start, next), String::concat);
      name = declared.group(1);
      start = next;
    }
    methods.merge(name, source.substring(start), String::concat);
    return methods;
  }
}
