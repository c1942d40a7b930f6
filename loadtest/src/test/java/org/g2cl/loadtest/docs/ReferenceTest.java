package org.g2cl.loadtest.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.g2cl.cmi.client.ClientSetting;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReferenceTest {
  @ParameterizedTest
  @EnumSource
  void shouldShowEverySettingOfTheClient(ClientSetting setting) {
    String page = Pages.read(Pages.ROOT.resolve("docs/reference/client.md")).text();
    assertThat(page)
        .contains(
            "| `%s` | `%s` | %s |"
                .formatted(setting.key(), setting.defaultValue(), setting.meaning()));
  }
}
