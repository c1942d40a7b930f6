package org.g2cl.cmi.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SettingsReferenceTest {
  private static final Path PAGE = Path.of("../../docs/reference/settings.md");

  @ParameterizedTest
  @EnumSource
  void shouldShowEverySettingInTheReference(HaSetting setting) throws IOException {
    String value = setting.defaultValue().isEmpty() ? "" : "`" + setting.defaultValue() + "`";
    assertThat(Files.readString(PAGE))
        .contains("| `%s` | %s | %s |".formatted(setting.key(), value, setting.meaning()));
  }
}
