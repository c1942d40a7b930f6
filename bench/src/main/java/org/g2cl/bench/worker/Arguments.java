package org.g2cl.bench.worker;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Arguments of what a worker is asked, by name.
 *
 * @param values values as text
 */
public record Arguments(Map<String, String> values) {
  /** Copies the map. */
  public Arguments {
    values = Map.copyOf(values);
  }

  /** Arguments from names and values in turn. */
  public static Arguments of(Object... namesAndValues) {
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      values.put(namesAndValues[i].toString(), String.valueOf(namesAndValues[i + 1]));
    }
    return new Arguments(values);
  }

  /** These and one more. */
  public Arguments with(String name, Object value) {
    Map<String, String> more = new LinkedHashMap<>(values);
    more.put(name, String.valueOf(value));
    return new Arguments(more);
  }

  /** These and one more where there is none of that name. */
  public Arguments withDefault(String name, Object value) {
    return values.containsKey(name) ? this : with(name, value);
  }

  /**
   * Value of a name.
   *
   * @throws BenchException when there is none
   */
  public String text(String name) {
    String value = values.get(name);
    if (value == null) {
      throw new BenchException("argument '" + name + "' is missing among " + values.keySet());
    }
    return value;
  }

  /** Value as a number. */
  public int number(String name) {
    return Integer.parseInt(text(name));
  }

  /** Value as a long number. */
  public long longNumber(String name) {
    return Long.parseLong(text(name));
  }

  /** Value as a list, from text with commas between; empty for empty text. */
  public List<String> list(String name) {
    return Arrays.stream(text(name).split(",", -1)).filter(part -> !part.isEmpty()).toList();
  }
}
