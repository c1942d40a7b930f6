package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names by which JNDI would ask another server, as whoever reaches JMX may give them. */
class JndiNameTest {
  @ParameterizedTest
  @ValueSource(strings = {"ldap://192.0.2.1/a", "rmi://192.0.2.1/a", "LDAP:a", "x+y:a\nb"})
  void shouldTakeNoUrlForTheNameOfTheDataSource(String name) {
    try (Members members = new Members()) {
      G2clReplicationManager manager = new ContainerServer(members, "jdbc_1").manager;
      assertThatThrownBy(() -> manager.setdatasourceName(name))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("datasourceName is '" + name + "'")
          .hasMessageContaining("no URL");
      assertThat(manager.getdatasourceName()).isEqualTo("jdbc_1");
    }
  }

  @Test
  void shouldTakeNamesOfTheServersOwn() {
    for (String name : new String[] {"jdbc_1", "java:comp/env/jdbc/shop", "shop/orders"}) {
      assertThat(JndiName.isElsewhere(name)).as(name).isFalse();
    }
  }
}
