package org.g2cl.loadtest.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class VersionsTest {
  private static final String COMMIT = "ha.commit";

  @AfterEach
  void forget() {
    System.clearProperty(COMMIT);
  }

  @Test
  void shouldTellTheCommitWhereTheScriptKnowsIt() {
    System.setProperty(COMMIT, "1234abcd+changes-0a1b2c3d");

    assertThat(Versions.project()).endsWith(", commit 1234abcd+changes-0a1b2c3d");
  }

  @Test
  void shouldTellTheVersionAloneWhereTheScriptKnowsNoCommit() {
    System.setProperty(COMMIT, "");

    assertThat(Versions.project()).isNotEmpty().doesNotContain("commit");
  }
}
