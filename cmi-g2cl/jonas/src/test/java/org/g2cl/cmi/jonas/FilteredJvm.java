package org.g2cl.cmi.jonas;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Program that reads values in a JVM with a filter of its administrator, and says what it gets. */
final class FilteredJvm {
  private FilteredJvm() {}

  /** Without arguments. */
  @SuppressWarnings("SystemOut") // what it is for
  public static void main(String[] arguments) {
    ValueCodec codec = new ValueCodec(new ClassAllowList(List.of()));
    List<Object> deep = new ArrayList<>();
    for (int i = 0; i < 450; i++) {
      deep = new ArrayList<>(List.of(deep));
    }
    Map<String, Object> values = new HashMap<>();
    values.put("HashMap", new HashMap<>(Map.of(1, 2)));
    values.put("TreeMap", new TreeMap<>(Map.of(1, 2)));
    values.put("deep", deep);
    values.forEach((name, value) -> System.out.println(name + ": " + result(codec, value)));
  }

  private static String result(ValueCodec codec, Object value) {
    try {
      return codec.read(codec.write(value)).equals(value) ? "read" : "another";
    } catch (IOException e) {
      return e.getMessage();
    }
  }
}
