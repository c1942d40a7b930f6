package org.g2cl.cmi.tomee.graph;

import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.List;

/** Classes as applications have them. */
final class Things {
  private Things() {}

  /** Constants with and without a body. */
  enum Color {
    RED,
    GREEN {
      @Override
      boolean isNice() {
        return true;
      }
    };

    boolean isNice() {
      return false;
    }
  }

  /** No enum constant. */
  enum Nothing {}

  record Line(String text, long cents, int quantity, Color color) implements Serializable {}

  /** Never changes. */
  record Price(String currency, long cents, Integer discount) implements Serializable {}

  /** Never changes, but by reflection. */
  static final class Item implements Serializable {
    private static final long serialVersionUID = 1L;

    final String text;
    final String comment;
    final int quantity;

    Item(String text, String comment, int quantity) {
      this.text = text;
      this.comment = comment;
      this.quantity = quantity;
    }
  }

  /** Changes, beside what never does. */
  static final class Counter implements Serializable {
    private static final long serialVersionUID = 1L;

    final String name;
    int count;

    Counter(String name) {
      this.name = name;
    }
  }

  /** Superclass that is not serializable, whose constructor runs. */
  static class Base {
    int made = 7;
  }

  static class Node extends Base implements Serializable {
    private static final long serialVersionUID = 1L;

    Object left;
    Object right;
    transient Object gone = "gone";

    Node(Object left, Object right) {
      this.left = left;
      this.right = right;
      this.made = 8;
    }
  }

  /** Fields of all primitive types, some final, and one hidden by a subclass's. */
  static class Primitive implements Serializable {
    private static final long serialVersionUID = 1L;

    final boolean yes = Boolean.parseBoolean("true");
    final byte small;
    short shorter = -3;
    char letter = '\u20ac';
    final int number;
    long longer = Long.MIN_VALUE;
    float real = -0f;
    final double wide;
    String name = "above";

    Primitive(int number) {
      this.small = (byte) number;
      this.number = number;
      this.wide = number / 7d;
    }
  }

  static final class Hiding extends Primitive {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("HidingField") // which is what is to be tried
    final String name = new String("below");

    Hiding() {
      super(-9);
    }
  }

  static final class WithHook implements Serializable {
    private static final long serialVersionUID = 1L;

    private void writeObject(ObjectOutputStream out) {}
  }

  static final class Resolving implements Serializable {
    private static final long serialVersionUID = 1L;

    private Object readResolve() {
      return this;
    }
  }

  static final class NotSerializable {
    List<String> names = List.of("a");
    final int number = Integer.parseInt("5");
    NotSerializable self = this;
    Thread thread;
  }

  /** Superclass that nobody can make without a name. */
  static class Named {
    final String name;

    Named(String name) {
      this.name = name;
    }
  }

  static final class Unmakeable extends Named implements Serializable {
    private static final long serialVersionUID = 1L;

    Unmakeable() {
      super("n");
    }
  }
}
