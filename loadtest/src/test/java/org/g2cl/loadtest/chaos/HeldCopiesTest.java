package org.g2cl.loadtest.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.g2cl.loadtest.node.CopyLine;
import org.junit.jupiter.api.Test;

class HeldCopiesTest {
  private static final CopyLine OWNED = new CopyLine("s", true, 2, 5, false, false, 77);
  private static final CopyLine HELD = new CopyLine("s", false, 2, 5, false, false, 77);

  @Test
  void shouldFindNothingWhereAllCopiesAreEqual() {
    assertThat(differences(List.of(OWNED), List.of(HELD), List.of())).isEmpty();
    assertThat(differences(List.of(HELD), List.of(HELD), List.of(HELD)))
        .as("its owner is gone and nobody has called it since")
        .isEmpty();
    assertThat(CopyLine.parse(OWNED.toString())).isEqualTo(OWNED);
  }

  @Test
  void shouldFindWhatIsWrong() {
    assertThat(differences(List.of(OWNED), List.of(), List.of())).contains("has 1 copies");
    assertThat(differences(List.of(OWNED), List.of(OWNED), List.of()))
        .contains("more than one owner");
    assertThat(differences(List.of(OWNED), List.of(other(2, 4, 77)), List.of())).contains("differ");
    assertThat(differences(List.of(OWNED), List.of(other(2, 5, 78)), List.of())).contains("differ");
    assertThat(
            differences(
                List.of(OWNED),
                List.of(new CopyLine("s", false, 2, 5, true, false, 77)),
                List.of()))
        .contains("undecided");
    assertThat(
            differences(
                List.of(OWNED), List.of(new CopyLine("s", false, 3, 1, false, true, 0)), List.of()))
        .contains("removed on some");
  }

  private static CopyLine other(long epoch, long version, long digest) {
    return new CopyLine("s", false, epoch, version, false, false, digest);
  }

  private static String differences(List<CopyLine> a, List<CopyLine> b, List<CopyLine> c) {
    return String.join("", new HeldCopies(Map.of("a", a, "b", b, "c", c), 1).differences());
  }
}
