package org.g2cl.loadtest.bed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BusinessTierTest {
  /** It is asked after every fault. */
  @Test
  void shouldTellThatNoNodeHasEndedAlsoWhenTheDiskIsFull(@TempDir Path directory)
      throws IOException {
    BedSettings settings = BedSettings.builder(directory, directory, "Node").build();
    Processes processes = new Processes(directory, BusinessTierTest::onAFullDisk);
    try (Ports ports = Ports.free()) {
      BusinessTier tier =
          new BusinessTier(
              settings, new LoopbackHosts(ports), processes, new BedDatabase(settings, processes));

      assertThat(tier.ended()).isEmpty();
    }
  }

  private static BedState onAFullDisk() {
    throw new UncheckedIOException(new IOException("No space left on device"));
  }
}
