package org.g2cl.jgcs.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.sf.jgcs.ClosedSessionException;
import net.sf.jgcs.ControlSession;
import org.junit.jupiter.api.Test;

/** Closing, when the engine fails. */
class CloseTest {
  @Test
  void shouldBeClosedWhenTheEngineFailsToLeave() throws Exception {
    ToyBinding binding = ToyBinding.with(Fault.FAILS_TO_LEAVE);
    ToyProtocol protocol = (ToyProtocol) binding.createProtocol("a");
    ControlSession control = protocol.openControlSession(binding.group());
    control.join();
    assertThatThrownBy(control::close).isInstanceOf(UnsupportedOperationException.class);
    assertThat(control.isClosed()).isTrue();
    assertThatThrownBy(control::join).isInstanceOf(ClosedSessionException.class);
    assertThat(protocol.openControlSession(binding.group())).isNotSameAs(control);
  }
}
