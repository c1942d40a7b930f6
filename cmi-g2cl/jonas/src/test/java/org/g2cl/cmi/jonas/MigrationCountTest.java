package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.g2cl.cmi.core.MarkerTable;
import org.junit.jupiter.api.Test;

/**
 * The how-to's count of what the drop-in adds, and its statement for the table, are what there is.
 */
class MigrationCountTest {
  private static final Path SOURCES = Path.of("src/main/java");
  private static final Path PAGE = Path.of("../../docs/howto/jonas.md");

  @Test
  void shouldGiveAdministratorsTheStatementThatIsUsed() throws IOException {
    String used = MarkerTable.DDL.replace("IF NOT EXISTS ", "");
    assertThat(Files.readString(PAGE).replaceAll("\\s+", " ")).contains(used);
  }

  @Test
  void shouldBeToldAsItIs() throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(SOURCES)) {
      files = all.filter(file -> file.toString().endsWith(".java")).toList();
    }
    long lines = 0;
    for (Path file : files) {
      lines += Files.readAllLines(file).size();
    }
    assertThat(PAGE)
        .content()
        .contains(String.format(Locale.ROOT, "| %d files, %,d lines of Java", files.size(), lines));
  }
}
