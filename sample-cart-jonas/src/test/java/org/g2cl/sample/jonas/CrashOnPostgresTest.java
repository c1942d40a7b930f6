package org.g2cl.sample.jonas;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** On PostgreSQL, and a merge. */
@Tag("slow")
class CrashOnPostgresTest extends PostgresContract {
  @Test
  void shouldKnowEachOthersObjectsAgainAfterMerge() {
    assertThat(behaviours().merge()).isTrue();
  }
}
