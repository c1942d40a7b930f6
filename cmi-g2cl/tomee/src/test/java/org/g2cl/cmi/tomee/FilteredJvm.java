package org.g2cl.cmi.tomee;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.g2cl.cmi.core.ContentLimits;
import org.g2cl.cmi.tomee.graph.GraphFormat;
import org.g2cl.cmi.tomee.graph.GraphInput;
import org.g2cl.cmi.tomee.graph.UnsupportedGraphException;

/**
 * Program that writes and reads objects in a JVM with a filter of its administrator, and says what
 * it gets.
 */
final class FilteredJvm {
  private static final ClassAllowList LIST =
      new ClassAllowList("Chest", List.of(Plain.class), List.of());
  private static final ClassLoader LOADER = FilteredJvm.class.getClassLoader();

  private FilteredJvm() {}

  /** Bean that says nothing of serialization. */
  static final class Plain {}

  private interface Travel {
    Object of(Object object) throws IOException, ClassNotFoundException, UnsupportedGraphException;
  }

  /** Without arguments. */
  @SuppressWarnings("SystemOut") // what it is for
  public static void main(String[] arguments) {
    List<Map<Integer, Integer>> maps = List.of(new HashMap<>(Map.of(1, 2)), new TreeMap<>());
    for (Map<Integer, Integer> map : maps) {
      String name = map.getClass().getSimpleName();
      System.out.println(name + " by graph: " + result(FilteredJvm::byGraph, map));
      System.out.println(name + " by Java: " + result(FilteredJvm::byJava, map));
      System.out.println(name + " of others: " + result(FilteredJvm::ofOthers, map));
    }
    System.out.println(
        "Plain written: " + result(FilteredJvm::written, new PlainObject(new Plain())));
  }

  private static String result(Travel travel, Object object) {
    try {
      return travel.of(object).equals(object) ? "read" : "another";
    } catch (IOException | ClassNotFoundException | UnsupportedGraphException e) {
      return e.getMessage();
    }
  }

  private static Object byGraph(Object object)
      throws IOException, ClassNotFoundException, UnsupportedGraphException {
    var format = new GraphFormat(new StateRules(LIST, ContentLimits.defaults()), LOADER);
    byte[] written = format.write(List.of(), out -> out.writeObject(object));
    return format.read(written, 0, GraphInput::readObject);
  }

  private static Object byJava(Object object) throws IOException, ClassNotFoundException {
    return read(new GraphWriter(LIST).write(new byte[0], out -> out.writeGraph(object)));
  }

  private static Object written(Object object) throws IOException {
    new GraphWriter(LIST).write(new byte[0], out -> out.writeGraph(object));
    return object;
  }

  private static Object ofOthers(Object object) throws IOException, ClassNotFoundException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    return read(bytes.toByteArray());
  }

  private static Object read(byte[] stream) throws IOException, ClassNotFoundException {
    try (var in = new StateInput(new ByteArrayInputStream(stream), LIST, LOADER)) {
      return in.readGraph();
    }
  }
}
