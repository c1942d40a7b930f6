package org.g2cl.loadtest.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
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
  void shouldDropALineThatWasCutOffInTheMiddleOfALetter() throws IOException {
    CsvFile.open(file(), COLUMNS).append(List.of("größer", "2"));
    byte[] half = "3,ö".getBytes(StandardCharsets.UTF_8);
    Files.write(file(), Arrays.copyOf(half, half.length - 1), StandardOpenOption.APPEND);

    assertThat(CsvFile.open(file(), COLUMNS).rows()).containsExactly(List.of("größer", "2"));
    assertThat(Files.readString(file())).isEqualTo("a,b\ngrößer,2\n");
  }

  /** Which is what cuts a line off; here by a limit to the size of the files of a process. */
  @Test
  void shouldKeepTheLinesBeforeOneThatWasCutOffThoughTheDiskTakesNoMore() throws Exception {
    Files.writeString(file(), "a,b\n1,2\n3,");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    ProcessBuilder builder =
        new ProcessBuilder(
            "bash",
            "-c",
            "ulimit -f 0 && exec \"$@\"",
            "bash",
            java,
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            Opened.class.getName(),
            file().toString());
    String classPath = System.getProperty("java.class.path");
    builder
        .environment()
        .put("CLASSPATH", System.getProperty("surefire.test.class.path", classPath));
    Process process = builder.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said.strip()).isEqualTo("[[1, 2]]");
    assertThat(Files.readString(file())).isEqualTo("a,b\n1,2\n");
  }

  /** Opens a file and shows its lines. */
  static final class Opened {
    private Opened() {}

    public static void main(String[] arguments) {
      System.out.println(CsvFile.open(Path.of(arguments[0]), COLUMNS).rows());
    }
  }

  @Test
  void shouldWriteNothingWhenItIsOnlyRead() throws IOException {
    Path missing = folder.resolve("broken.csv");
    Files.writeString(file(), "a,b\n1,2\n3,");

    CsvFile read = CsvFile.openToRead(file(), COLUMNS);

    assertThat(read.rows()).containsExactly(List.of("1", "2"));
    assertThatThrownBy(() -> read.append(List.of("5", "6")))
        .isInstanceOf(IllegalStateException.class);
    assertThat(Files.readString(file())).isEqualTo("a,b\n1,2\n3,");
    assertThat(CsvFile.openToRead(missing, COLUMNS).rows()).isEmpty();
    assertThat(missing).doesNotExist();
  }

  @Test
  void shouldNameTheLineThatNobodyCanRead() throws IOException {
    Files.writeString(file(), "a,b\n1,2\ndropped\n3,4\n5,many\n");
    CsvFile csv = CsvFile.open(file(), COLUMNS);

    assertThat(csv.rows(row -> row.get(1))).containsExactly("2", "4", "many");
    assertThatThrownBy(() -> csv.rows(row -> Integer.valueOf(row.get(1))))
        .isInstanceOf(BedException.class)
        .hasMessageContainingAll(file() + ", line 5, is damaged", "\"many\"", "another --out");
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
        .hasMessageContainingAll("holds the columns a,c, not a,b", "another --out");
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
