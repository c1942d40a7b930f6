package org.g2cl.loadtest.experiment;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What results were made with: the file {@code settings.json} beside them.
 *
 * @param settings what was measured, on what bed
 * @param machine the machine then
 * @param versions the versions then
 */
public record MadeWith(
    Map<String, String> settings, Map<String, String> machine, Map<String, String> versions) {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
  private static final TypeReference<Map<String, String>> TEXTS = new TypeReference<>() {};
  private static final Map<String, String> UNKNOWN =
      Map.of("not kept", "the results are of a build that did not keep it");

  /** Differs by some MB from start to start of one machine. */
  private static final String MEMORY = "memory";

  /** Copies the maps; their order stays. */
  public MadeWith {
    settings = Origin.copy(settings);
    machine = Origin.copy(machine);
    versions = Origin.copy(versions);
  }

  static MadeWith of(Map<String, String> settings, Origin origin) {
    return new MadeWith(settings, origin.machine(), origin.versions());
  }

  /** Reads the file; without settings when it is missing or damaged. */
  static MadeWith read(Path file) {
    try {
      return Files.exists(file) ? read(JSON.readTree(file.toFile())) : unknown(Map.of());
    } catch (IOException | IllegalArgumentException e) {
      return unknown(Map.of());
    }
  }

  private static MadeWith read(JsonNode file) {
    if (!file.isObject()) {
      return unknown(Map.of());
    }
    return file.has("versions")
        ? JSON.convertValue(file, MadeWith.class)
        : unknown(JSON.convertValue(file, TEXTS));
  }

  private static MadeWith unknown(Map<String, String> settings) {
    return new MadeWith(settings, UNKNOWN, UNKNOWN);
  }

  /** Writes the file; never half: results whose settings are not known are not gone on with. */
  void write(Path file) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    JSON.writeValue(part.toFile(), this);
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** What keeps results made with this and with another from being compared; empty if nothing. */
  String differences(MadeWith now) {
    Map<String, String> mine = compared();
    Map<String, String> others = now.compared();
    TreeSet<String> names = new TreeSet<>(others.keySet());
    names.addAll(settings.keySet());
    return names.stream()
        .filter(name -> !word(mine, name).equals(word(others, name)))
        .map(name -> "%s was %s, now %s".formatted(name, word(mine, name), word(others, name)))
        .collect(Collectors.joining("; "));
  }

  private Map<String, String> compared() {
    Map<String, String> values = new LinkedHashMap<>(machine);
    values.remove(MEMORY);
    values.putAll(versions);
    values.putAll(settings);
    return values;
  }

  private static String word(Map<String, String> values, String name) {
    return values.getOrDefault(name, "not known");
  }
}
