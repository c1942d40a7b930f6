package org.g2cl.loadtest.chaos;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.g2cl.loadtest.node.CopyLine;

/** Copies of all sessions on all nodes, at a moment at which nobody calls. */
final class HeldCopies {
  private static final int SHOWN = 5;

  private final Map<String, List<Held>> bySession = new HashMap<>();
  private final int expected;

  private record Held(String node, CopyLine copy) {
    @Override
    public String toString() {
      return node
          + (copy.owned() ? " owns" : " has")
          + " epoch "
          + Long.toUnsignedString(copy.epoch())
          + " version "
          + copy.version()
          + (copy.undecided() ? " undecided" : "")
          + (copy.removed() ? " removed" : "")
          + " digest "
          + Long.toHexString(copy.digest());
    }
  }

  /**
   * @param byNode copies of each node
   * @param backups copies besides the owner's
   */
  HeldCopies(Map<String, List<CopyLine>> byNode, int backups) {
    this.expected = Math.min(backups + 1, byNode.size());
    byNode.forEach(
        (node, copies) ->
            copies.forEach(
                copy ->
                    bySession
                        .computeIfAbsent(copy.session(), session -> new ArrayList<>())
                        .add(new Held(node, copy))));
  }

  int sessions() {
    return bySession.size();
  }

  /** What is wrong, in sentences; empty when all copies of each session are there and equal. */
  List<String> differences() {
    List<String> found = new ArrayList<>();
    bySession.forEach(
        (session, held) -> {
          String wrong = difference(held);
          if (!wrong.isEmpty() && found.size() < SHOWN) {
            found.add("session " + session + " " + wrong + ": " + held);
          }
        });
    return found;
  }

  private String difference(List<Held> held) {
    if (held.stream().allMatch(h -> h.copy().removed())) {
      return "";
    }
    if (held.stream().anyMatch(h -> h.copy().removed())) {
      return "is removed on some nodes only";
    }
    if (held.stream().filter(h -> h.copy().owned()).count() > 1) {
      return "has more than one owner";
    }
    if (held.size() < expected) {
      return "has " + held.size() + " copies in place of " + expected;
    }
    Set<String> contents =
        held.stream()
            .map(h -> h.copy().epoch() + "/" + h.copy().version() + "/" + h.copy().digest())
            .collect(Collectors.toSet());
    if (contents.size() > 1) {
      return "has copies that differ";
    }
    return held.stream().anyMatch(h -> h.copy().undecided()) ? "has an undecided change" : "";
  }
}
