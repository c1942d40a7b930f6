package org.g2cl.cmi.core;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Binary format of {@link NodeFigures}: a version, then texts of at most {@value #MAX_TEXT}
 * characters and lists of bounded length. States, figures and kinds go by name, so that a member of
 * another release reads those that it knows, and for another state {@link LifeCycle#UNKNOWN}.
 */
final class FiguresCodec {
  private static final int VERSION = 1;
  private static final int MAX_TEXT = 300;
  private static final int MAX_ITEMS = 1_000;

  private FiguresCodec() {}

  static byte[] encode(NodeFigures figures) {
    var bytes = new ByteArrayOutputStream(1 << 10);
    try (var out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      out.writeLong(figures.at().toEpochMilli());
      text(out, figures.location());
      text(out, figures.name());
      text(out, figures.lifeCycle().name());
      text(out, figures.view());
      text(out, figures.coordinator());
      text(out, figures.page());
      texts(out, figures.members());
      values(out, figures.values());
      events(out, figures.events());
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail
    }
    return bytes.toByteArray();
  }

  private static void texts(DataOutputStream out, List<String> texts) throws IOException {
    List<String> told = texts.subList(0, Math.min(MAX_ITEMS, texts.size()));
    out.writeShort(told.size());
    for (String text : told) {
      text(out, text);
    }
  }

  private static void values(DataOutputStream out, Map<HaMetric, Long> values) throws IOException {
    out.writeShort(values.size());
    for (Map.Entry<HaMetric, Long> value : values.entrySet()) {
      text(out, value.getKey().key());
      out.writeLong(value.getValue());
    }
  }

  private static void events(DataOutputStream out, List<HaEvent> events) throws IOException {
    out.writeShort(events.size());
    for (HaEvent event : events) {
      out.writeLong(event.at().toEpochMilli());
      text(out, event.kind().name());
      text(out, event.text());
    }
  }

  /** Reads figures; empty when they are of a version that is not known here, or malformed. */
  static Optional<NodeFigures> decode(byte[] frame) {
    try (var in = new DataInputStream(new ByteArrayInputStream(frame))) {
      return in.readByte() == VERSION ? Optional.of(read(in)) : Optional.empty();
    } catch (IOException malformed) {
      return Optional.empty();
    }
  }

  private static NodeFigures read(DataInputStream in) throws IOException {
    Instant at = Instant.ofEpochMilli(in.readLong());
    String location = text(in);
    String name = text(in);
    LifeCycle lifeCycle = LifeCycle.named(text(in));
    String view = text(in);
    String coordinator = text(in);
    String page = text(in);
    List<String> members = new ArrayList<>();
    for (int left = count(in); left > 0; left--) {
      members.add(text(in));
    }
    return new NodeFigures(
        at, location, name, lifeCycle, view, members, coordinator, page, values(in), events(in));
  }

  private static Map<HaMetric, Long> values(DataInputStream in) throws IOException {
    Map<HaMetric, Long> values = new EnumMap<>(HaMetric.class);
    for (int left = count(in); left > 0; left--) {
      String key = text(in);
      long value = in.readLong();
      for (HaMetric metric : HaMetric.values()) {
        if (metric.key().equals(key)) {
          values.put(metric, value);
        }
      }
    }
    return values;
  }

  private static List<HaEvent> events(DataInputStream in) throws IOException {
    List<HaEvent> events = new ArrayList<>();
    for (int left = count(in); left > 0; left--) {
      Instant at = Instant.ofEpochMilli(in.readLong());
      String kind = text(in);
      String text = text(in);
      for (HaEvent.Kind known : HaEvent.Kind.values()) {
        if (known.name().equals(kind)) {
          events.add(new HaEvent(at, known, text));
        }
      }
    }
    return events;
  }

  private static void text(DataOutputStream out, String text) throws IOException {
    out.writeUTF(text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT));
  }

  private static String text(DataInputStream in) throws IOException {
    String text = in.readUTF();
    if (text.length() > MAX_TEXT) {
      throw new IOException("text of " + text.length() + " characters");
    }
    return text;
  }

  private static int count(DataInputStream in) throws IOException {
    int count = in.readUnsignedShort();
    if (count > MAX_ITEMS) {
      throw new IOException("list of " + count + " items");
    }
    return count;
  }
}
