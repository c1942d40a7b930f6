package org.g2cl.loadtest.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.rmi.server.UID;
import java.util.ArrayList;
import java.util.List;
import org.apache.openejb.client.EjbObjectInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RemoteClassesTest {
  private final String blacklist = System.getProperty(RemoteClasses.BLACKLIST);
  private final String whitelist = System.getProperty(RemoteClasses.WHITELIST);

  @BeforeEach
  void forget() {
    System.clearProperty(RemoteClasses.BLACKLIST);
    System.clearProperty(RemoteClasses.WHITELIST);
  }

  @AfterEach
  void restore() {
    set(RemoteClasses.BLACKLIST, blacklist);
    set(RemoteClasses.WHITELIST, whitelist);
    EjbObjectInputStream.reloadResolverConfig();
  }

  private static void set(String property, String value) {
    if (value == null) {
      System.clearProperty(property);
    } else {
      System.setProperty(property, value);
    }
  }

  @Test
  void shouldTakeWhatCallsCarryAndNothingElse() throws Exception {
    RemoteClasses.restrict();
    assertThat(sent(new ArrayList<>(List.of("P-001")))).isEqualTo(List.of("P-001"));
    assertThatThrownBy(() -> sent(new UID())).isInstanceOf(SecurityException.class);
  }

  @Test
  void shouldLeaveItToTheUserWhoSaysWhatIsTaken() {
    System.setProperty(RemoteClasses.BLACKLIST, "java.util.ArrayList");
    RemoteClasses.restrict();
    assertThat(System.getProperty(RemoteClasses.WHITELIST)).isNull();
  }

  private static Object sent(Serializable object) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    try (var in = new EjbObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return in.readObject();
    }
  }
}
