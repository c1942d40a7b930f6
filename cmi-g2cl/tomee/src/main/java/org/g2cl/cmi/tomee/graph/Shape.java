package org.g2cl.cmi.tomee.graph;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;

/** How objects of a class, as a graph describes it, become objects of the class that is here. */
final class Shape {
  private static final char OBJECT = 'L';

  private final byte kind;
  private final Class<?> type;
  private final Maker maker;
  private final Constructor<?> canonical;
  private final List<Object> defaults;
  private final Step[] steps;

  private Shape(
      byte kind,
      Class<?> type,
      Maker maker,
      Constructor<?> canonical,
      List<Object> defaults,
      Step[] steps) {
    this.kind = kind;
    this.type = type;
    this.maker = maker;
    this.canonical = canonical;
    this.defaults = defaults;
    this.steps = steps;
  }

  /**
   * A field of the graph.
   *
   * @param field field that takes it, or null
   * @param index parameter that takes it, or -1
   */
  record Step(char kind, Field field, int index) {}

  static Shape named(Class<?> type) {
    return new Shape(Description.NAMED, type, null, null, List.of(), new Step[0]);
  }

  static Shape ofObject(byte kind, Class<?> type, Maker maker, List<Step> steps) {
    return new Shape(kind, type, maker, null, List.of(), steps.toArray(Step[]::new));
  }

  static Shape ofRecord(Class<?> type, Constructor<?> canonical, List<Step> steps) {
    List<Object> defaults = new java.util.ArrayList<>();
    for (Class<?> parameter : canonical.getParameterTypes()) {
      defaults.add(DEFAULTS.get(parameter));
    }
    return new Shape(
        Description.RECORD, type, null, canonical, defaults, steps.toArray(Step[]::new));
  }

  private static final Map<Class<?>, Object> DEFAULTS =
      Map.of(
          boolean.class,
          false,
          byte.class,
          (byte) 0,
          short.class,
          (short) 0,
          char.class,
          (char) 0,
          int.class,
          0,
          long.class,
          0L,
          float.class,
          0f,
          double.class,
          0d);

  /** Shape by which objects of a class that is not here, or refused, are passed over. */
  static Shape absent(byte kind, List<Step> steps) {
    return new Shape(kind, null, null, null, List.of(), steps.toArray(Step[]::new));
  }

  boolean isAbsent() {
    return type == null;
  }

  byte kind() {
    return kind;
  }

  Class<?> type() {
    return type;
  }

  Object make() throws IOException {
    return maker.make();
  }

  void fill(GraphInput in, Object object) throws IOException, ClassNotFoundException {
    for (Step step : steps) {
      if (step.field == null) {
        passOver(in, step);
      } else {
        fill(in, object, step);
      }
    }
  }

  private static void fill(GraphInput in, Object object, Step step)
      throws IOException, ClassNotFoundException {
    Field field = step.field;
    try {
      switch (step.kind) {
        case 'I' -> field.setInt(object, in.intNumber());
        case 'J' -> field.setLong(object, in.longNumber());
        case 'Z' -> field.setBoolean(object, in.bool());
        case 'B' -> field.setByte(object, (byte) in.readByte());
        case 'S' -> field.setShort(object, in.shortNumber());
        case 'C' -> field.setChar(object, (char) in.shortNumber());
        case 'F' -> field.setFloat(object, in.floatNumber());
        case 'D' -> field.setDouble(object, in.doubleNumber());
        default -> set(field, object, in.readObject());
      }
    } catch (IllegalAccessException e) {
      throw new InvalidObjectException("field %s cannot be set: %s".formatted(field, e));
    }
  }

  private static void set(Field field, Object object, Object value)
      throws IllegalAccessException, InvalidObjectException {
    try {
      field.set(object, value);
    } catch (IllegalArgumentException e) {
      throw new InvalidObjectException(
          "field %s cannot take what the state has: %s".formatted(field, e));
    }
  }

  /** Reads what an object holds, for nothing. */
  void passOver(GraphInput in) throws IOException, ClassNotFoundException {
    for (Step step : steps) {
      passOver(in, step);
    }
  }

  private static void passOver(GraphInput in, Step step)
      throws IOException, ClassNotFoundException {
    if (step.kind == OBJECT) {
      in.readUnwanted();
    } else {
      boxed(in, step.kind);
    }
  }

  private static Object boxed(GraphInput in, char kind) throws IOException, ClassNotFoundException {
    return switch (kind) {
      case 'I' -> in.intNumber();
      case 'J' -> in.longNumber();
      case 'Z' -> in.bool();
      case 'B' -> (byte) in.readByte();
      case 'S' -> in.shortNumber();
      case 'C' -> (char) in.shortNumber();
      case 'F' -> in.floatNumber();
      case 'D' -> in.doubleNumber();
      default -> in.readObject();
    };
  }

  Object record(GraphInput in) throws IOException, ClassNotFoundException {
    Object[] arguments = defaults.toArray();
    for (Step step : steps) {
      if (step.index >= 0) {
        arguments[step.index] = boxed(in, step.kind);
      } else {
        passOver(in, step);
      }
    }
    try {
      return canonical.newInstance(arguments);
    } catch (ReflectiveOperationException e) {
      throw Maker.failure(type, e);
    } catch (IllegalArgumentException e) {
      throw new InvalidObjectException(
          "record %s cannot take what the state has: %s".formatted(type.getName(), e.getMessage()));
    }
  }
}
