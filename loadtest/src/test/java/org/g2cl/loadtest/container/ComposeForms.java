package org.g2cl.loadtest.container;

import static java.util.Map.entry;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Keys and forms of values that the compose specification has, by our own list of those that
 * docker-compose.yml uses; this is not the specification's JSON schema.
 */
final class ComposeForms {
  private static final String DURATION = "(?=\\d)(\\d+h)?(\\d+m)?(\\d+s)?(\\d+ms)?";
  private static final String NAME = "[a-zA-Z0-9][a-zA-Z0-9._-]*";

  private static final Map<String, Predicate<Object>> DEPENDENCY =
      Map.of("condition", text("service_started|service_healthy|service_completed_successfully"));
  private static final Map<String, Predicate<Object>> CONNECTION = Map.of("aliases", list(NAME));

  private static final Map<String, Predicate<Object>> HEALTH =
      Map.of(
          "test", ComposeForms::isCheck,
          "interval", text(DURATION),
          "timeout", text(DURATION),
          "start_period", text(DURATION),
          "retries", value -> value instanceof Integer times && times > 0);

  private static final Map<String, Predicate<Object>> SERVICE =
      Map.ofEntries(
          entry("build", text("\\.")),
          entry("image", text("[a-z0-9][a-z0-9./_-]*(:[\\w.-]+)?")),
          entry("init", Boolean.class::isInstance),
          entry("read_only", Boolean.class::isInstance),
          entry("tmpfs", list("/\\S+")),
          entry("cap_drop", list("ALL")),
          entry("security_opt", list("no-new-privileges:true")),
          entry("mem_limit", text("[1-9]\\d*[bkmg]")),
          entry("stop_grace_period", text(DURATION)),
          entry("command", list("(?s).+")),
          entry("environment", mapOf(ComposeForms::isScalar)),
          entry("healthcheck", map(HEALTH)),
          entry("networks", list(NAME).or(mapOf(map(CONNECTION)))),
          entry("depends_on", list(NAME).or(mapOf(map(DEPENDENCY)))),
          entry("hostname", text(NAME)),
          entry("ports", list("[\\d.]+:\\d+:\\d+")),
          entry("volumes", list("\\./\\S+:/\\S+:ro")),
          entry("profiles", list(NAME)));

  private ComposeForms() {}

  /** What is not of its form, as lines of path and value. */
  static List<String> faults(Yaml file) {
    List<String> faults = new ArrayList<>();
    for (String key : file.keys()) {
      if (!key.startsWith("x-") && !List.of("services", "networks").contains(key)) {
        faults.add(file.path() + "." + key);
      }
    }
    if (!mapOf(network -> network == null).test(file.map().get("networks"))) {
      faults.add("networks = " + file.map().get("networks"));
    }
    Yaml services = file.at("services");
    for (String name : services.keys()) {
      Yaml service = services.at(name);
      faults.addAll(faults(service, SERVICE));
      if (service.map().get("healthcheck") instanceof Map) {
        faults.addAll(faults(service.at("healthcheck"), HEALTH));
      }
    }
    return faults;
  }

  private static List<String> faults(Yaml map, Map<String, Predicate<Object>> forms) {
    return map.keys().stream()
        .filter(key -> !forms.containsKey(key) || !forms.get(key).test(map.map().get(key)))
        .map(key -> map.path() + "." + key + " = " + map.map().get(key))
        .toList();
  }

  private static Predicate<Object> text(String pattern) {
    return value -> value instanceof String text && text.matches(pattern);
  }

  private static Predicate<Object> list(String pattern) {
    return value ->
        value instanceof List<?> items
            && !items.isEmpty()
            && items.stream().allMatch(text(pattern));
  }

  private static Predicate<Object> mapOf(Predicate<Object> form) {
    return value -> value instanceof Map<?, ?> map && map.values().stream().allMatch(form);
  }

  private static Predicate<Object> map(Map<String, Predicate<Object>> forms) {
    return value -> value instanceof Map<?, ?> map && faults(new Yaml("", map), forms).isEmpty();
  }

  private static boolean isScalar(Object value) {
    return value instanceof String || value instanceof Number;
  }

  private static boolean isCheck(Object value) {
    return list("(?s).+").test(value)
        && value instanceof List<?> words
        && ((words.get(0).equals("CMD-SHELL") && words.size() == 2)
            || (words.get(0).equals("CMD") && words.size() > 1));
  }
}
