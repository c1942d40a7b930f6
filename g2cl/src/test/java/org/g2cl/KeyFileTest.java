package org.g2cl;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyFileTest {
  private static final String OLD = "the old secret of this group";
  private static final String NEXT = "the next secret of this group";

  @TempDir private Path folder;
  private Path path;
  private KeyFile file;

  @BeforeEach
  void write() throws Exception {
    path = Files.writeString(folder.resolve("secret"), OLD);
    Map<String, String> settings = Map.of("chain", "crypto", "crypto.secret-file", path.toString());
    file = KeyFile.of(new ChainSettings(settings), "");
  }

  @Test
  void shouldBeChangedOnceItHasBeenTheSameAtTwoLooks() throws Exception {
    assertThat(file.isChanged()).isFalse();
    Files.writeString(path, NEXT);
    assertThat(file.isChanged()).as("at the first look").isFalse();
    assertThat(file.isChanged()).as("at the second").isTrue();
  }

  @Test
  void shouldBeChangedUntilItIsTaken() throws Exception {
    Files.writeString(path, NEXT);
    assertThat(file.isChanged()).isFalse();
    assertThat(file.isChanged()).isTrue();
    assertThat(file.isChanged()).as("though an error kept it from being taken").isTrue();
    file.noteTaken();
    assertThat(file.isChanged()).isFalse();
  }
}
