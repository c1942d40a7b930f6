package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.openejb.BeanContext;
import org.apache.openejb.loader.SystemInstance;
import org.apache.openejb.spi.ContainerSystem;
import org.g2cl.cmi.tomee.errand.Clerk;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class UnsentFieldsTest {
  private static BasketNode shop;

  @BeforeAll
  static void start() throws Exception {
    shop = new BasketNode(Application.ERRAND);
  }

  @AfterAll
  static void stop() {
    shop.close();
  }

  private static BeanContext bean(String name) {
    return SystemInstance.get().getComponent(ContainerSystem.class).getBeanContext(name);
  }

  @Test
  void shouldNameFieldsThatATakeOverMakesAnew() throws Exception {
    assertThat(UnsentFields.of(bean("Clerk"))).containsExactly("Desk.served");

    var clerks = new EjbdClient(shop.node.location(), "ClerkRemote", Clerk.class);
    String clerk = clerks.create(EjbdClient.newId());
    clerks.call(clerk, "serve");
    shop.memory().takeOverBeforeEachCall(true);
    assertThat(clerks.call(clerk, "serve")).as("it is so").isEqualTo(1);
  }

  @Test
  void shouldNameNoneOfBeansWhoseFieldsAreAllState() {
    assertThat(UnsentFields.of(bean("Basket"))).isEmpty();
    assertThat(UnsentFields.of(bean("Errand"))).as("not serializable itself").isEmpty();
  }
}
