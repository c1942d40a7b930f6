package org.g2cl.loadtest.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class HistoryTest {
  @TempDir private Path directory;

  @Test
  void shouldReadTheCallsThatItWroteAndTakeThoseWithoutAnEndForUnknown() {
    Path file = directory.resolve("history.tsv");
    Operation written;
    try (History history = new History(file, new Clock())) {
      long begin = history.invoke(1, 2, Act.INSERT, 3);
      history.invoke(2, 1, Act.CHECKOUT, 9);
      written =
          history.complete(1, 2, Act.INSERT, 3, begin, Outcome.FAIL, "10.99.0.11:4201", "a\tb\nc");
    }

    List<Operation> read = new ArrayList<>();
    History.read(file, read::add);

    assertThat(read).hasSize(2).first().isEqualTo(written);
    assertThat(read.get(0).result()).isEqualTo("a b c");
    assertThat(read.get(1).act()).isEqualTo(Act.CHECKOUT);
    assertThat(read.get(1).outcome()).isEqualTo(Outcome.UNKNOWN);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldEndTheRunAndNoClientWhenTheDiskIsFull() {
    History history = new History(Path.of("/dev/full"), new Clock());
    history.requireWritten();
    for (int call = 0; call < 1_000; call++) {
      long begin = history.invoke(1, 1, Act.INSERT, call);
      history.complete(1, 1, Act.INSERT, call, begin, Outcome.OK, "", "");
    }

    assertThatThrownBy(history::requireWritten)
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("/dev/full: No space left on device");
    assertThatThrownBy(history::close).hasMessageContaining("/dev/full");
  }
}
