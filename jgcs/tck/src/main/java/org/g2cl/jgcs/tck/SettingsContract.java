package org.g2cl.jgcs.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.spi.ProtocolProvider;
import org.junit.jupiter.api.Test;

/** How a binding is found by its name and told its settings. */
public abstract class SettingsContract extends ContractTest {
  /** For the subclass of a binding. */
  protected SettingsContract() {}

  @Test
  void shouldBeFoundByItsName() throws Exception {
    ProtocolProvider provider = Protocols.provider(binding().engine());
    assertThat(provider.name()).isEqualTo(binding().engine());
    assertThat(provider.group("g"))
        .isEqualTo(provider.group("g"))
        .isNotEqualTo(provider.group("h"));
    try (var protocol = provider.factory(binding().settings()).createProtocol()) {
      assertThat(protocol.isClosed()).isFalse();
    }
  }

  @Test
  void shouldRefuseAnUnknownSettingWithAList() {
    assertThatThrownBy(() -> Protocols.factory(binding().engine(), Map.of("no-such", "5")))
        .isInstanceOf(GroupException.class)
        .hasMessageContaining("no-such")
        .hasMessageContaining("5")
        .hasMessageContaining(ProtocolProvider.BIND_PORT);
  }
}
