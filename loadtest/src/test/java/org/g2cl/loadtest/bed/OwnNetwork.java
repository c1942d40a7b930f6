package org.g2cl.loadtest.bed;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** Ways into a network namespace of one's own: those that {@code ha} tries, in its order. */
final class OwnNetwork {
  private static final List<List<String>> WAYS =
      List.of(
          List.of("unshare", "--net"), List.of("unshare", "--user", "--map-root-user", "--net"));

  private static final List<String> PROBE = List.of("ip", "link", "add", "probe", "type", "bridge");

  private OwnNetwork() {}

  /** The first that is open to this user, to put before a command; where none is, skips a test. */
  static List<String> orSkip() {
    Optional<List<String>> way = WAYS.stream().filter(OwnNetwork::isOpen).findFirst();
    Assumptions.assumeTrue(way.isPresent(), "this user cannot make network namespaces");
    return way.orElseThrow();
  }

  static List<String> then(List<String> way, List<String> command) {
    return Stream.concat(way.stream(), command.stream()).toList();
  }

  private static boolean isOpen(List<String> way) {
    return Shell.tryRun(then(way, PROBE).toArray(String[]::new)).isOk();
  }
}
