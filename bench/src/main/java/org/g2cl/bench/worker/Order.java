package org.g2cl.bench.worker;

import java.util.Map;

/**
 * What a worker is asked, one JSON object a line.
 *
 * @param role class of the role
 * @param verb what to do
 * @param arguments values by name
 */
record Order(String role, String verb, Map<String, String> arguments) {
  Order {
    arguments = Map.copyOf(arguments);
  }
}
