package org.g2cl.loadtest.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.g2cl.loadtest.bed.BedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvFileTest {
  private static final List<String> COLUMNS = List.of("a", "b");

  @TempDir private Path folder;

  @Test
  void shouldHoldItsLinesWhenOpenedAgain() {
    CsvFile.open(file(), COLUMNS).append(List.of("1", "2"));
    CsvFile.open(file(), COLUMNS).append(List.of("3", ""));

    assertThat(CsvFile.open(file(), COLUMNS).rows())
        .containsExactly(List.of("1", "2"), List.of("3", ""));
  }

  @Test
  void shouldDropALineThatWasCutOff() throws IOException {
    CsvFile.open(file(), COLUMNS).append(List.of("1", "2"));
    Files.writeString(file(), "3,", StandardOpenOption.APPEND);

    CsvFile again = CsvFile.open(file(), COLUMNS);
    again.append(List.of("5", "6"));

    assertThat(Files.readString(file())).isEqualTo("a,b\n1,2\n5,6\n");
  }

  @Test
  void shouldNameTheLineThatNobodyCanRead() throws IOException {
    Files.writeString(file(), "a,b\n1,2\ndropped\n3,4\n5,many\n");
    CsvFile csv = CsvFile.open(file(), COLUMNS);

    assertThat(csv.rows(row -> row.get(1))).containsExactly("2", "4", "many");
    assertThatThrownBy(() -> csv.rows(row -> Integer.valueOf(row.get(1))))
        .isInstanceOf(BedException.class)
        .hasMessageContainingAll(file() + ", line 5, is damaged", "\"many\"", "--fresh");
  }

  @Test
  void shouldNameALineThatIsAddedByItsPlaceInTheFile() {
    CsvFile csv = CsvFile.open(file(), COLUMNS);
    csv.append(List.of("1", "2"));
    csv.append(List.of("3", "many"));

    assertThatThrownBy(() -> csv.rows(row -> Integer.valueOf(row.get(1))))
        .hasMessageContaining(", line 3,");
  }

  @Test
  void shouldRefuseAFileWithOtherColumns() throws IOException {
    Files.writeString(file(), "a,c\n1,2\n");

    assertThatThrownBy(() -> CsvFile.open(file(), COLUMNS))
        .isInstanceOf(BedException.class)
        .hasMessageContainingAll("holds the columns a,c, not a,b", "--fresh");
  }

  @Test
  void shouldSayThatTheResultsAreKeptWhenTheDiskTakesNoMore() {
    Path full = Path.of("/dev/full");
    org.junit.jupiter.api.Assumptions.assumeTrue(Files.exists(full));

    assertThatThrownBy(() -> CsvFile.open(full, COLUMNS).append(List.of("1", "2")))
        .isInstanceOf(BedException.class)
        .hasMessageContainingAll(
            "cannot be kept in /dev/full",
            "are kept: make room and give the same command again; with another --out it begins anew");
  }

  @Test
  void shouldRefuseAValueWithAComma() {
    CsvFile csv = CsvFile.open(file(), COLUMNS);

    assertThatIllegalArgumentException().isThrownBy(() -> csv.append(List.of("1,5", "2")));
    assertThatIllegalArgumentException().isThrownBy(() -> csv.append(List.of("1")));
  }

  private Path file() {
    return folder.resolve("results.csv");
  }
}
