package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ejb.EJBAccessException;
import jakarta.ejb.EJBException;
import java.lang.reflect.Method;
import java.rmi.NoSuchObjectException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.openejb.BeanContext;
import org.apache.openejb.InterfaceType;
import org.apache.openejb.core.ThreadContext;
import org.apache.openejb.core.security.SecurityServiceImpl;
import org.g2cl.cmi.core.HaSetting;
import org.g2cl.cmi.core.HaSettings;
import org.g2cl.cmi.tomee.shop.OpenVaultBean;
import org.g2cl.cmi.tomee.shop.Vault;
import org.g2cl.cmi.tomee.shop.VaultBean;
import org.g2cl.jgcs.tck.FreePorts;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** To whom a reply is given that was stored for a request. */
class StoredReplyTest {
  private static final AtomicReference<String> REFUSED = new AtomicReference<>("");

  private static EmbeddedBusinessNode node;

  private String vault;

  /** The server's own, which can be told to refuse all calls of one method. */
  public static final class Security extends SecurityServiceImpl {
    @Override
    public boolean isCallerAuthorized(Method method, InterfaceType view) {
      BeanContext bean = ThreadContext.getThreadContext().getBeanContext();
      return !REFUSED.get().equals(bean.getEjbName() + "." + method.getName())
          && super.isCallerAuthorized(method, view);
    }
  }

  @BeforeAll
  static void start() throws Exception {
    HaSettings settings =
        HaSettings.builder()
            .set(HaSetting.LOCATION, "127.0.0.1:" + FreePorts.next())
            .set(HaSetting.BIND_PORT, "" + FreePorts.next())
            .build();
    node =
        EmbeddedBusinessNode.builder()
            .property("security", "new://SecurityService?class-name=" + Security.class.getName())
            .classes(VaultBean.class, OpenVaultBean.class)
            .ha(settings)
            .start();
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  @BeforeEach
  void open() throws Exception {
    REFUSED.set("");
    vault = anna().create(EjbdClient.newId());
  }

  private static EjbdClient stranger() throws Exception {
    return new EjbdClient(node.location(), "VaultRemote", Vault.class);
  }

  private static EjbdClient anna() throws Exception {
    return stranger().login("anna", "lemon");
  }

  @Test
  void shouldBeGivenAgainToWhoMayMakeTheCall() throws Exception {
    assertThat(anna().repeat("call-1", vault, "secret")).isEqualTo("secret 1");

    assertThat(anna().repeat("call-1", vault, "secret")).isEqualTo("secret 1");
  }

  @Test
  void shouldNotBeGivenToWhoIsNotLoggedIn() throws Exception {
    anna().repeat("call-1", vault, "secret");

    assertThatThrownBy(() -> stranger().repeat("call-1", vault, "secret"))
        .isInstanceOf(EJBAccessException.class);
  }

  @Test
  void shouldNotBeGivenToWhoLacksTheRole() throws Exception {
    anna().repeat("call-1", vault, "secret");

    assertThatThrownBy(() -> stranger().login("bert", "plum").repeat("call-1", vault, "secret"))
        .isInstanceOf(EJBAccessException.class);
  }

  @Test
  void shouldNotBeGivenForACallOfAnotherMethod() throws Exception {
    anna().repeat("call-1", vault, "secret");

    assertThatThrownBy(() -> stranger().repeat("call-1", vault, "sign"))
        .isInstanceOf(EJBException.class)
        .hasMessageContaining("bean Vault: the id of this request of sign")
        .hasMessageContaining("give each request an id of its own");
    assertThat(stranger().repeat("call-2", vault, "sign")).isEqualTo("vault");
  }

  /** Of the same interface, whose methods everybody may call. */
  @Test
  void shouldNotBeGivenThroughAnotherBean() throws Exception {
    EjbdClient open = new EjbdClient(node.location(), "OpenVaultRemote", Vault.class);
    anna().repeat("call-1", vault, "secret");
    anna().repeat("call-2", vault, "close");

    assertThatThrownBy(() -> open.repeat("call-1", vault, "secret"))
        .isInstanceOf(NoSuchObjectException.class);
    assertThatThrownBy(() -> open.repeat("call-2", vault, "close"))
        .isInstanceOf(NoSuchObjectException.class);
    assertThatThrownBy(() -> open.create(vault))
        .hasStackTraceContaining("session " + vault + " exists or existed");
    assertThat(anna().repeat("call-1", vault, "secret")).isEqualTo("secret 1");
  }

  @Test
  void shouldRefuseACallOfNoSession() {
    assertThatThrownBy(() -> anna().repeat("call-1", null, "secret"))
        .isInstanceOf(NoSuchObjectException.class);
  }

  @Test
  void shouldNotBeGivenOfARemoval() throws Exception {
    assertThat(anna().repeat("call-1", vault, "close")).isEqualTo("last secret");

    assertThatThrownBy(() -> stranger().repeat("call-1", vault, "close"))
        .isInstanceOf(EJBAccessException.class);
    assertThat(anna().repeat("call-1", vault, "close")).isEqualTo("last secret");
  }

  @Test
  void shouldNotBeGivenOfACreation() throws Exception {
    String id = EjbdClient.newId();
    assertThat(anna().create(id)).isEqualTo(id);
    REFUSED.set("Vault.create");

    assertThatThrownBy(() -> anna().create(id)).isInstanceOf(EJBAccessException.class);
    REFUSED.set("");
    assertThat(anna().create(id)).isEqualTo(id);
  }

  @Test
  void shouldStayWhenStrangersAreRefused() throws Exception {
    anna().repeat("call-1", vault, "secret");
    for (int i = 2; i < 12; i++) {
      String id = "call-" + i;
      assertThatThrownBy(() -> stranger().repeat(id, vault, "secret"))
          .isInstanceOf(EJBAccessException.class);
    }

    assertThat(anna().repeat("call-1", vault, "secret")).isEqualTo("secret 1");
  }
}
