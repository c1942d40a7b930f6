package org.g2cl.sample.cart.web;

import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Writes one JSON document, field by field. */
final class Json {

  private final StringBuilder text = new StringBuilder();
  private boolean first = true;

  static String object(Consumer<Json> fields) {
    Json json = new Json();
    json.braces(fields);
    return json.text.toString();
  }

  Json field(String name, long value) {
    name(name);
    text.append(value);
    return this;
  }

  Json field(String name, String value) {
    name(name);
    string(value);
    return this;
  }

  Json field(String name, Consumer<Json> fields) {
    name(name);
    braces(fields);
    return this;
  }

  <T> Json field(String name, List<T> values, BiConsumer<Json, T> fields) {
    name(name);
    text.append('[');
    String separator = "";
    for (T value : values) {
      text.append(separator);
      braces(json -> fields.accept(json, value));
      separator = ",";
    }
    text.append(']');
    return this;
  }

  Json numbers(String name, List<Long> values) {
    name(name);
    text.append(values.toString().replace(" ", ""));
    return this;
  }

  private void braces(Consumer<Json> fields) {
    text.append('{');
    first = true;
    fields.accept(this);
    text.append('}');
    first = false;
  }

  private void name(String name) {
    if (!first) {
      text.append(',');
    }
    first = false;
    string(name);
    text.append(':');
  }

  private void string(String value) {
    if (value == null) {
      text.append("null");
      return;
    }
    text.append('"');
    value.chars().forEach(this::character);
    text.append('"');
  }

  private void character(int c) {
    if (c == '"' || c == '\\') {
      text.append('\\').append((char) c);
    } else if (c < ' ') {
      text.append(String.format(Locale.ROOT, "\\u%04x", c));
    } else {
      text.append((char) c);
    }
  }
}
