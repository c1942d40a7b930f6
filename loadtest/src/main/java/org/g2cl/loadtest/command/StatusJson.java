package org.g2cl.loadtest.command;

import java.util.LinkedHashMap;
import java.util.Map;

/** A look of {@code ./ha status --watch} for programs. */
final class StatusJson {
  private StatusJson() {}

  static Map<String, Object> of(StatusWatch.Look look) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("at", look.at().toEpochMilli());
    json.put("callsPerSecond", look.callsPerSecond());
    json.put("takeOversPerSecond", look.takeOversPerSecond());
    json.put("nodes", look.nodes().stream().map(StatusJson::node).toList());
    json.put("silent", look.silent().stream().map(Endpoint::toString).toList());
    json.put("events", look.events());
    return json;
  }

  private static Map<String, Object> node(StatusWatch.Node node) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("status", node.status());
    json.put("answers", node.answers());
    json.put("goneSince", node.answers() ? null : node.goneSince().toEpochMilli());
    json.put("callsPerSecond", node.callsPerSecond());
    json.put("takeOversPerSecond", node.takeOversPerSecond());
    return json;
  }
}
