package org.g2cl.cmi.watch;

import java.util.Collection;
import java.util.Map;

/** Writer of JSON: maps, collections, texts, numbers, booleans and null. */
final class Json {
  private Json() {}

  static String of(Object value) {
    StringBuilder out = new StringBuilder();
    write(out, value);
    return out.toString();
  }

  private static void write(StringBuilder out, Object value) {
    if (value instanceof Map<?, ?> map) {
      object(out, map);
    } else if (value instanceof Collection<?> list) {
      array(out, list);
    } else if (value instanceof Number || value instanceof Boolean || value == null) {
      out.append(value);
    } else {
      text(out, value.toString());
    }
  }

  private static void object(StringBuilder out, Map<?, ?> map) {
    String separator = "{";
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      out.append(separator);
      text(out, entry.getKey().toString());
      out.append(':');
      write(out, entry.getValue());
      separator = ",";
    }
    out.append(map.isEmpty() ? "{}" : "}");
  }

  private static void array(StringBuilder out, Collection<?> list) {
    String separator = "[";
    for (Object item : list) {
      out.append(separator);
      write(out, item);
      separator = ",";
    }
    out.append(list.isEmpty() ? "[]" : "]");
  }

  private static void text(StringBuilder out, String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ' || c == '<' || c == '>' || c == '\u2028' || c == '\u2029') {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}
