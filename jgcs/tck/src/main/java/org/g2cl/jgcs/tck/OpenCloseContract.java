package org.g2cl.jgcs.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.sf.jgcs.ControlSession;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.Protocol;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How protocols and sessions are opened and closed. */
public abstract class OpenCloseContract extends ContractTest {
  private Protocol protocol;

  /** For the subclass of a binding. */
  protected OpenCloseContract() {}

  @BeforeEach
  void createProtocol() throws Exception {
    protocol = protocol("a");
  }

  @Test
  void shouldRefuseControlSessionOfForeignGroup() throws Exception {
    assertThatThrownBy(() -> protocol.openControlSession(new Foreign.Group("g")))
        .isExactlyInstanceOf(ClassCastException.class);
    protocol.close();
  }

  @Test
  void shouldRefuseDataSessionOfForeignGroup() throws Exception {
    assertThatThrownBy(() -> protocol.openDataSession(new Foreign.Group("g")))
        .isExactlyInstanceOf(ClassCastException.class);
    protocol.close();
  }

  @Test
  void shouldGiveTheSameSessionsWhenOpenedAgain() throws Exception {
    ControlSession control = protocol.openControlSession(binding().group());
    DataSession data = protocol.openDataSession(binding().group());
    assertThat(control).isNotNull();
    assertThat(data).isNotNull();
    assertThat(protocol.openControlSession(binding().group())).isSameAs(control);
    assertThat(protocol.openDataSession(binding().group())).isSameAs(data);
    assertThat(data.getGroup()).isEqualTo(binding().group());
  }

  @Test
  void shouldCloseBothSessionsWhenControlSessionIsClosed() throws Exception {
    ControlSession control = protocol.openControlSession(binding().group());
    DataSession data = protocol.openDataSession(binding().group());
    assertThat(control.isClosed()).isFalse();
    assertThat(data.isClosed()).isFalse();
    control.close();
    assertThat(control.isClosed()).isTrue();
    assertThat(data.isClosed()).isTrue();
    protocol.close();
  }

  @Test
  void shouldCloseBothSessionsWhenDataSessionIsClosed() throws Exception {
    ControlSession control = protocol.openControlSession(binding().group());
    DataSession data = protocol.openDataSession(binding().group());
    data.close();
    assertThat(control.isClosed()).isTrue();
    assertThat(data.isClosed()).isTrue();
    protocol.close();
  }

  @Test
  void shouldCloseSessionsWhenProtocolIsClosed() throws Exception {
    ControlSession control = protocol.openControlSession(binding().group());
    DataSession data = protocol.openDataSession(binding().group());
    assertThat(protocol.isClosed()).isFalse();
    protocol.close();
    assertThat(protocol.isClosed()).isTrue();
    assertThat(control.isClosed()).isTrue();
    assertThat(data.isClosed()).isTrue();
  }

  @Test
  void shouldTakeASecondCloseAsHarmless() throws Exception {
    ControlSession control = protocol.openControlSession(binding().group());
    DataSession data = protocol.openDataSession(binding().group());
    control.join();
    protocol.close();
    assertThatCode(control::close).doesNotThrowAnyException();
    assertThatCode(data::close).doesNotThrowAnyException();
    assertThatCode(protocol::close).doesNotThrowAnyException();
    assertThat(protocol.isClosed()).isTrue();
  }

  @Test
  void shouldOpenNewSessionsAfterTheOldOnesWereClosed() throws Exception {
    ControlSession control = protocol.openControlSession(binding().group());
    control.close();
    ControlSession next = protocol.openControlSession(binding().group());
    assertThat(next).isNotSameAs(control);
    next.join();
    assertThat(next.getLocalAddress()).isNotNull();
  }
}
