package org.g2cl.jgcs.tck;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.sf.jgcs.ClosedProtocolException;
import net.sf.jgcs.ClosedSessionException;
import net.sf.jgcs.ControlSession;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.Message;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Service;
import net.sf.jgcs.ServiceNames;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is refused after the protocol was closed; being closed counts before not being joined. */
public abstract class AfterCloseContract extends ContractTest {
  private Protocol protocol;
  private ControlSession control;
  private DataSession data;
  private Message message;
  private Service service;

  /** For the subclass of a binding. */
  protected AfterCloseContract() {}

  @BeforeEach
  void openAndClose() throws Exception {
    protocol = protocol("a");
    control = protocol.openControlSession(binding().group());
    data = protocol.openDataSession(binding().group());
    service = protocol.lookupService(ServiceNames.FIFO);
    message = data.createMessage();
    message.setPayload(new byte[] {1});
    protocol.close();
  }

  @Test
  void shouldRefuseToOpenDataSession() {
    assertThatThrownBy(() -> protocol.openDataSession(binding().group()))
        .isInstanceOf(ClosedProtocolException.class);
  }

  @Test
  void shouldRefuseToOpenControlSession() {
    assertThatThrownBy(() -> protocol.openControlSession(binding().group()))
        .isInstanceOf(ClosedProtocolException.class);
  }

  @Test
  void shouldRefuseToJoin() {
    assertThatThrownBy(control::join).isInstanceOf(ClosedSessionException.class);
  }

  @Test
  void shouldRefuseToLeave() {
    assertThatThrownBy(control::leave).isInstanceOf(ClosedSessionException.class);
  }

  @Test
  void shouldRefuseToCreateMessages() {
    assertThatThrownBy(data::createMessage).isInstanceOf(ClosedSessionException.class);
  }

  @Test
  void shouldRefuseToSend() {
    assertThatThrownBy(() -> data.multicast(message, service, null))
        .isInstanceOf(ClosedSessionException.class);
  }

  @Test
  void shouldRefuseListeners() {
    assertThatThrownBy(() -> data.setMessageListener(m -> null))
        .isInstanceOf(ClosedSessionException.class);
    assertThatThrownBy(() -> data.setServiceListener(null))
        .isInstanceOf(ClosedSessionException.class);
    assertThatThrownBy(() -> control.setExceptionListener(e -> {}))
        .isInstanceOf(ClosedSessionException.class);
  }
}
