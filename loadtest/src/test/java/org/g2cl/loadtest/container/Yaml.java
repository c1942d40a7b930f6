package org.g2cl.loadtest.container;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** A map in a YAML file, with the path to it for messages. */
record Yaml(String path, Map<?, ?> map) {
  /** The documents of a file; a key that is there twice is an error. */
  static List<Yaml> documents(Path file) throws IOException {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    List<Yaml> documents = new ArrayList<>();
    new org.yaml.snakeyaml.Yaml(new SafeConstructor(options))
        .loadAll(Files.readString(file))
        .forEach(
            document ->
                documents.add(new Yaml(file.getFileName().toString(), (Map<?, ?>) document)));
    return documents;
  }

  boolean has(String key) {
    return map.containsKey(key);
  }

  List<String> keys() {
    return map.keySet().stream().map(Object::toString).toList();
  }

  /** The map under a key; empty where there is none. */
  Yaml at(String key) {
    Object value = map.get(key);
    if (value != null && !(value instanceof Map)) {
      throw new AssertionError(path + "." + key + " is no map but " + value);
    }
    return new Yaml(path + "." + key, value == null ? Map.of() : (Map<?, ?>) value);
  }

  /** The maps in a list under a key; none where there is no such key. */
  List<Yaml> each(String key) {
    List<Yaml> all = new ArrayList<>();
    for (Object item : list(key)) {
      all.add(new Yaml(path + "." + key + "[" + all.size() + "]", (Map<?, ?>) item));
    }
    return all;
  }

  List<String> texts(String key) {
    return list(key).stream().map(Object::toString).toList();
  }

  String text(String key) {
    Object value = map.get(key);
    if (value == null) {
      throw new AssertionError(path + " has no " + key + " but " + keys());
    }
    return value.toString();
  }

  private List<?> list(String key) {
    Object value = map.get(key);
    return value == null ? List.of() : (List<?>) value;
  }
}
