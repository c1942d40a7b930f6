package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.apache.openejb.ApplicationException;
import org.apache.openejb.BeanContext;
import org.apache.openejb.InterfaceType;
import org.apache.openejb.RpcContainer;
import org.apache.openejb.loader.SystemInstance;
import org.apache.openejb.spi.ContainerSystem;
import org.g2cl.cmi.core.RetryElsewhereException;
import org.g2cl.cmi.tomee.errand.Turnstile;
import org.g2cl.cmi.tomee.errand.TurnstileBean;
import org.junit.jupiter.api.Test;

/** A bean that ends while its server, and its sessions elsewhere, go on. */
class UndeployTest {
  @Test
  void shouldSendCallersElsewhereAtOnce() throws Exception {
    try (var shop = new BasketNode(Application.TURNSTILE)) {
      var client = new EjbdClient(shop.node.location(), "TurnstileRemote", Turnstile.class);
      String session = client.create(EjbdClient.newId());
      BeanContext bean = turnstile();
      var container = (RpcContainer) bean.getContainer();

      container.undeploy(bean);

      assertThatThrownBy(() -> client.call(session, "atOnce"))
          .hasMessageContaining("No such deployment");
      assertThatThrownBy(() -> late(container, bean, session))
          .isInstanceOf(ApplicationException.class)
          .hasRootCauseInstanceOf(RetryElsewhereException.class)
          .hasRootCauseMessage("bean %s is being undeployed here", bean.getDeploymentID());
    }
  }

  private static BeanContext turnstile() {
    return Stream.of(SystemInstance.get().getComponent(ContainerSystem.class).deployments())
        .filter(bean -> bean.getBeanClass() == TurnstileBean.class)
        .findAny()
        .orElseThrow();
  }

  /** As ejbd calls, when it has found the bean before. */
  private static Object late(RpcContainer container, BeanContext bean, String session)
      throws Exception {
    return container.invoke(
        bean.getDeploymentID(),
        InterfaceType.EJB_OBJECT,
        Turnstile.class,
        Turnstile.class.getMethod("atOnce"),
        new Object[0],
        session);
  }
}
