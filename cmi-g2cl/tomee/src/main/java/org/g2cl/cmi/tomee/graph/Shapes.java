package org.g2cl.cmi.tomee.graph;

import java.io.IOException;
import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.io.Serializable;
import java.io.StreamCorruptedException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Shapes of the classes that graphs have described so far. Thread-safe. */
final class Shapes {
  private static final int MOST_KEPT = 1_024;
  private static final Set<Character> KINDS =
      "IJZBSCFDL".chars().mapToObj(c -> (char) c).collect(Collectors.toUnmodifiableSet());

  private final GraphRules rules;
  private final ClassLoader loader;
  private final Map<ByteBuffer, Shape> known = new ConcurrentHashMap<>();
  private final AtomicReferenceArray<Builtin> checked =
      new AtomicReferenceArray<>(Byte.MAX_VALUE + 1);

  Shapes(GraphRules rules, ClassLoader loader) {
    this.rules = rules;
    this.loader = loader;
  }

  /** Form of a class of the JDK. */
  Builtin builtin(int tag) throws IOException {
    Builtin known = checked.get(tag);
    if (known != null) {
      return known;
    }
    Builtin builtin = Builtins.of(tag);
    if (builtin == null) {
      throw new StreamCorruptedException("damaged: nothing has the tag " + tag);
    }
    for (Class<?> type : Builtins.types(tag)) {
      rules.check(type);
    }
    checked.set(tag, builtin);
    return builtin;
  }

  Shape of(byte[] description) throws IOException, ClassNotFoundException {
    ByteBuffer key = ByteBuffer.wrap(description);
    Shape shape = known.get(key);
    if (shape == null) {
      try {
        shape = make(ByteBuffer.wrap(description));
      } catch (BufferUnderflowException e) {
        throw new StreamCorruptedException("damaged: a description of a class ends too early");
      }
      if (known.size() < MOST_KEPT) {
        known.put(key, shape);
      }
    }
    return shape;
  }

  /** By which objects of a class that is not here, or refused, are passed over. */
  static Shape absent(byte[] description) throws StreamCorruptedException {
    ByteBuffer in = ByteBuffer.wrap(description);
    byte kind = in.get();
    text(in);
    return Shape.absent(kind, kind == Description.NAMED ? List.of() : unwanted(in));
  }

  private static List<Shape.Step> unwanted(ByteBuffer in) throws StreamCorruptedException {
    var steps = new ArrayList<Shape.Step>();
    try {
      for (int levels = in.getShort() & 0xffff; levels > 0; levels--) {
        text(in);
        in.getLong();
        for (int slots = in.getShort() & 0xffff; slots > 0; slots--) {
          steps.add(new Shape.Step(kind(in), null, -1));
          text(in);
        }
      }
      return steps;
    } catch (BufferUnderflowException e) {
      throw new StreamCorruptedException("damaged: a description of a class ends too early");
    }
  }

  private Shape make(ByteBuffer in) throws IOException, ClassNotFoundException {
    byte kind = in.get();
    Class<?> type = Class.forName(text(in), false, loader);
    rules.check(type);
    return switch (kind) {
      case Description.NAMED -> Shape.named(type);
      case Description.OBJECT -> object(type, in);
      case Description.PLAIN -> plain(type, in);
      case Description.RECORD -> record(type, in);
      default -> throw new StreamCorruptedException("damaged: no class is of kind " + kind);
    };
  }

  private static String text(ByteBuffer in) {
    byte[] text = new byte[Math.min(in.getShort() & 0xffff, in.remaining())];
    in.get(text);
    return new String(text, StandardCharsets.UTF_8);
  }

  private Shape object(Class<?> type, ByteBuffer in) throws IOException {
    boolean fits =
        Serializable.class.isAssignableFrom(type)
            && !type.isRecord()
            && !type.isEnum()
            && !type.isArray()
            && rules.isOfApplication(type)
            && Hooks.of(type).isEmpty();
    if (!fits) {
      throw new InvalidClassException(
          type.getName(), "it was a serializable class without methods of its own for that");
    }
    List<Shape.Step> steps = steps(type, in, true);
    return Shape.ofObject(Description.OBJECT, type, Maker.ofSerializable(type), steps);
  }

  private Shape plain(Class<?> type, ByteBuffer in) throws IOException {
    if (!rules.isOfApplication(type) || type.isInterface() || type.isArray() || type.isEnum()) {
      throw new InvalidClassException(type.getName(), "it cannot be a bean or an interceptor");
    }
    List<Shape.Step> steps = steps(type, in, false);
    return Shape.ofObject(Description.PLAIN, type, Maker.ofPlain(type), steps);
  }

  private List<Shape.Step> steps(Class<?> type, ByteBuffer in, boolean serializable)
      throws IOException {
    Map<String, Level> here = levels(type, serializable);
    var steps = new ArrayList<Shape.Step>();
    for (int left = in.getShort() & 0xffff; left > 0; left--) {
      Level level = here.get(text(in));
      long version = in.getLong();
      if (level != null && serializable) {
        requireVersion(level, version);
      }
      Map<String, Field> fields = fields(level);
      for (int slots = in.getShort() & 0xffff; slots > 0; slots--) {
        char kind = kind(in);
        Field field = fields.get(text(in));
        requireKind(kind, field);
        steps.add(new Shape.Step(kind, field, -1));
      }
    }
    return steps;
  }

  private static Map<String, Level> levels(Class<?> type, boolean serializable)
      throws InvalidClassException {
    try {
      List<Level> levels = serializable ? Level.ofSerializable(type) : Level.ofPlain(type);
      return levels.stream()
          .collect(Collectors.toMap(level -> level.type().getName(), Function.identity()));
    } catch (UnsupportedGraphException e) {
      throw new InvalidClassException(type.getName(), e.getMessage());
    }
  }

  private static Map<String, Field> fields(Level level) {
    return level == null
        ? Map.of()
        : level.slots().stream().collect(Collectors.toMap(Slot::name, Slot::field));
  }

  private static char kind(ByteBuffer in) throws StreamCorruptedException {
    char kind = (char) in.getShort();
    if (!KINDS.contains(kind)) {
      throw new StreamCorruptedException("damaged: no field is of kind " + (int) kind);
    }
    return kind;
  }

  private static void requireKind(char kind, Field field) throws InvalidClassException {
    if (field != null && Slot.kind(field.getType()) != kind) {
      throw new InvalidClassException(
          field.getDeclaringClass().getName(), "incompatible types for field " + field);
    }
  }

  private void requireVersion(Level level, long written) throws InvalidClassException {
    if (rules.versionFitting(level.type(), written) != level.version()) {
      throw new InvalidClassException(
          level.type().getName(),
          "local class incompatible: serialVersionUID = %d in the state, %d here"
              .formatted(written, level.version()));
    }
  }

  private Shape record(Class<?> type, ByteBuffer in) throws IOException {
    if (!type.isRecord() || !Serializable.class.isAssignableFrom(type)) {
      throw new InvalidClassException(type.getName(), "it was a serializable record");
    }
    RecordComponent[] components = type.getRecordComponents();
    List<String> names = Arrays.stream(components).map(RecordComponent::getName).toList();
    var steps = new ArrayList<Shape.Step>();
    for (int left = in.getShort() & 0xffff; left > 0; left--) {
      text(in);
      in.getLong();
      for (int slots = in.getShort() & 0xffff; slots > 0; slots--) {
        char kind = kind(in);
        String name = text(in);
        int index = names.indexOf(name);
        if (index >= 0 && Slot.kind(components[index].getType()) != kind) {
          throw new InvalidClassException(
              type.getName(), "incompatible types for component " + name);
        }
        steps.add(new Shape.Step(kind, null, index));
      }
    }
    return Shape.ofRecord(type, canonical(type, components), steps);
  }

  private static Constructor<?> canonical(Class<?> type, RecordComponent[] components)
      throws InvalidObjectException {
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      Constructor<?> canonical = type.getDeclaredConstructor(types);
      canonical.setAccessible(true);
      return canonical;
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e); // every record has one
    }
  }
}
