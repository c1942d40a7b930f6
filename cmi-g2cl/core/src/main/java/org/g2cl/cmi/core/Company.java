package org.g2cl.cmi.core;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Why a node that was to find others is alone, as far as its settings tell. */
final class Company {
  /** Begins a name that is asked for SRV records, which the engine alone does. */
  private static final String SERVICE = "_";

  private Company() {}

  /**
   * Words for the log of a node that has found nobody; empty when it was to find nobody. Names are
   * resolved, for which the system takes its time.
   */
  static Optional<String> missing(HaSettings settings) {
    if (!settings.expectsCompany()) {
      return Optional.empty();
    }
    String names = settings.get(HaSetting.PEERS_DNS);
    List<String> unresolved = unresolved(names);
    if (!unresolved.isEmpty()) {
      return Optional.of(
          "%s is '%s', of which %s does not resolve, so this node has begun a group of its own; sessions have no backup until another member is found. Correct the name, or see that DNS knows it; when this node is then still alone, start it again"
              .formatted(HaSetting.PEERS_DNS.key(), names, String.join(", ", unresolved)));
    }
    HaSetting asked = names.isBlank() ? HaSetting.PEERS : HaSetting.PEERS_DNS;
    return Optional.of(
        "none of the peers %s (%s) answered; sessions have no backup until one does. Check that they run with the same group name and address"
            .formatted(settings.get(asked), asked.key()));
  }

  private static List<String> unresolved(String names) {
    return Arrays.stream(names.split(","))
        .map(String::strip)
        .filter(name -> !name.isEmpty() && !name.startsWith(SERVICE) && !isResolved(name))
        .toList();
  }

  private static boolean isResolved(String name) {
    try {
      return InetAddress.getAllByName(name).length > 0;
    } catch (UnknownHostException e) {
      return false;
    }
  }
}
