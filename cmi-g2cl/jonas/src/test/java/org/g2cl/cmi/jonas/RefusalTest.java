package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.UUID;
import javax.naming.NameNotFoundException;
import javax.transaction.Status;
import javax.transaction.TransactionManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ow2.cmi.ha.ReplicationException;
import org.ow2.cmi.ha.RequestId;
import org.ow2.cmi.ha.SessionId;
import org.ow2.cmi.ha.StatefulBeanReference;
import org.ow2.jonas.lib.security.context.SecurityContext;
import org.ow2.jonas.lib.security.context.SecurityCurrent;

/**
 * Whatever goes wrong at a take-over ends in an error: any exception would be "no response" to the
 * container, which would execute the call a second time, or answer null.
 */
class RefusalTest {
  /** Thread whose look-ups fail by a fault of JNDI's; null for none. */
  private static volatile Thread failing;

  private final Naming naming = Naming.of(RefusalTest::find);
  private final Members members = new Members();
  private final SessionId session = new SessionId(UUID.randomUUID(), 1);
  private final RequestId request = new RequestId(session, 0);

  /** Knows no name, and fails where it is told to. */
  private static Object find(String name) throws NameNotFoundException {
    if (Thread.currentThread().equals(failing)) {
      throw new IllegalStateException("JNDI is not ready yet");
    }
    throw new NameNotFoundException(name);
  }

  /** A response whose class has a rule that does not hold at the other server. */
  static final class Fragile implements Serializable {
    private static final long serialVersionUID = 1;

    private Object readResolve() {
      throw new IllegalArgumentException("no such product on this server");
    }
  }

  /** A bean whose state is a byte. */
  private static final class Bean implements StatefulBeanReference {
    private byte state = 1;

    @Override
    public byte[] getState() {
      return new byte[] {state, 0};
    }

    @Override
    public boolean isModified() {
      return true;
    }

    @Override
    public void injectState(byte[] bytes) {
      state = bytes[0];
    }
  }

  @BeforeEach
  void start() {
    System.setProperty(ClassAllowList.SETTING, Fragile.class.getName());
  }

  @AfterEach
  void stop() {
    failing = null;
    SecurityCurrent.getCurrent().setSecurityContext(null);
    naming.close();
    System.clearProperty(ClassAllowList.SETTING);
    members.close();
  }

  private static G2clReplicationManager manager(JonasGroup group, String dataSource) {
    G2clReplicationManager manager =
        new G2clReplicationManager(Duration.ofMinutes(10), group, dataSource, null);
    manager.setTransactionManager(
        (TransactionManager)
            Proxy.newProxyInstance(
                RefusalTest.class.getClassLoader(),
                new Class<?>[] {TransactionManager.class},
                (self, method, arguments) ->
                    method.getName().equals("getStatus") ? Status.STATUS_ACTIVE : null));
    return manager;
  }

  /** The server that took over a session whose one call was answered so. */
  private G2clReplicationManager afterCrash(String dataSource, Object response)
      throws ReplicationException {
    JonasGroup dying = members.join();
    G2clReplicationManager one = manager(dying, null);
    G2clReplicationManager other = manager(members.join(), dataSource);
    one.addModifiedBean(request, session, new Bean());
    one.addResponse(request, response);
    one.replicate(request);
    one.replicateCommit(request, true);
    members.crash(dying);
    return other;
  }

  @Test
  void shouldRefuseWhenTheLookUpOfTheDataSourceFailsAndNotTakeTheNextCallForTheSame()
      throws Exception {
    G2clReplicationManager other = afterCrash("jdbc_1", 7);
    failing = Thread.currentThread();
    assertThatThrownBy(() -> other.hasBackupResponse(request))
        .isExactlyInstanceOf(Error.class)
        .hasMessageContaining("cannot go on")
        .hasMessageContaining("JNDI is not ready yet");
    assertThatThrownBy(() -> other.restoreBeanChanges(session, new Bean()))
        .isExactlyInstanceOf(Error.class)
        .hasMessageContaining("JNDI is not ready yet");
    failing = null;
    assertThatThrownBy(() -> other.hasBackupResponse(request))
        .as("CMI's client sends nothing again after an Error, and gives the next call its number")
        .isExactlyInstanceOf(Error.class)
        .hasMessageContaining("took effect after all")
        .hasMessageContaining("was not executed");
    assertThat(other.hasBackupResponse(request)).as("then it is executed").isFalse();
  }

  @Test
  void shouldAnswerACallerThoughAnotherWasToldAnErrorOfTheSameRequest() throws Exception {
    SecurityCurrent.getCurrent().setSecurityContext(login("zoe"));
    G2clReplicationManager other = afterCrash("jdbc_1", 7);
    SecurityCurrent.getCurrent().setSecurityContext(login("eve"));
    failing = Thread.currentThread();
    assertThatThrownBy(() -> other.hasBackupResponse(request)).isExactlyInstanceOf(Error.class);
    failing = null;
    SecurityCurrent.getCurrent().setSecurityContext(login("zoe"));
    assertThat(other.hasBackupResponse(request)).isTrue();
    assertThat(other.getBackupResponse(request)).isEqualTo(7);
  }

  private static SecurityContext login(String name) {
    return new SecurityContext(name, new String[0]);
  }

  @Test
  void shouldRefuseWhenTheStoredResponseCannotBeMadeAgain() throws Exception {
    G2clReplicationManager other = afterCrash(null, new Fragile());
    assertThat(other.hasBackupResponse(request)).isTrue();
    assertThatThrownBy(() -> other.getBackupResponse(request))
        .isExactlyInstanceOf(Error.class)
        .hasMessageContaining("no such product on this server");
  }
}
