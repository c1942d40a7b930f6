package org.g2cl.cmi.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.sf.jgcs.GroupException;
import org.junit.jupiter.api.Test;

class HaGroupTest {
  @Test
  void shouldLeaveNothingOpenWhenAClassIsMissing() {
    HaSettings settings = HaSettings.builder().set(HaSetting.ENGINE, LackingEngine.NAME).build();

    assertThatThrownBy(() -> LackingEngine.lacking("open", () -> open(settings)))
        .isInstanceOf(NoClassDefFoundError.class);

    assertThat(LackingEngine.OPEN).isEmpty();
  }

  private static void open(HaSettings settings) throws GroupException {
    HaGroup.open(settings, "a", member -> null, new Markers(settings)).close();
  }
}
