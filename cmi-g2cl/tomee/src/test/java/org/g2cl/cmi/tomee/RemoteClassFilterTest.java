package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.rmi.server.ObjID;
import java.util.ArrayList;
import java.util.List;
import org.apache.openejb.client.EjbObjectInputStream;
import org.apache.openejb.util.PojoSerialization;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RemoteClassFilterTest {
  private static final String BLACKLIST = "tomee.serialization.class.blacklist";
  private static final String WHITELIST = "tomee.serialization.class.whitelist";

  @AfterEach
  void forget() {
    System.clearProperty(BLACKLIST);
    System.clearProperty(WHITELIST);
    EjbObjectInputStream.reloadResolverConfig();
  }

  @Test
  void shouldTellThatAStockTomEERefusesAll() {
    System.setProperty(BLACKLIST, "*");
    assertThat(new RemoteClassFilter().refused()).isPresent();
  }

  @Test
  void shouldTellThatNothingIsRestricted() {
    assertThat(new RemoteClassFilter().isOpen()).isTrue();
    System.setProperty(BLACKLIST, "-");
    System.setProperty(WHITELIST, "java.lang.");
    assertThat(new RemoteClassFilter().isOpen()).isFalse();
  }

  @Test
  void shouldTakeWhatCallsCarryAndWhatTheNodeNamesAndNothingElse() throws Exception {
    RemoteClassFilter.restrict(List.of("org.example."));
    assertThat(sent(new ArrayList<>(List.of("P-001")))).isEqualTo(List.of("P-001"));
    assertThatThrownBy(() -> sent(new ObjID())).isInstanceOf(SecurityException.class);
    assertThat(new RemoteClassFilter().refuses("org.example.Money")).isFalse();
    assertThat(new RemoteClassFilter().isOpen()).isFalse();
  }

  /** Anything that is not serializable. */
  private static final class Pojo {}

  /** Its way to be read allocates any class of the list, and writes any field. */
  @Test
  void shouldTakeOnlyThoseClassesOfTheServerThatCallsCarry() {
    RemoteClassFilter.restrict(List.of("org.example."));

    assertThatThrownBy(() -> sent(new PojoSerialization(new Pojo())))
        .isInstanceOf(SecurityException.class)
        .hasMessageContaining(PojoSerialization.class.getName());
    assertThat(
            List.of(
                "org.apache.openejb.resource.jdbc.managed.local.ManagedConnection",
                "org.apache.openejb.client.ClientDataSource",
                "org.apache.openejb.client.EJBObjectHandler",
                "org.apache.openejb.core.stateless.StatelessEjbObjectHandler"))
        .allMatch(new RemoteClassFilter()::refuses);
  }

  @Test
  void shouldLeaveItToTheUserWhoSaysWhatIsTaken() {
    System.setProperty(BLACKLIST, "java.util.ArrayList");
    RemoteClassFilter.restrict(List.of("org.example."));
    assertThat(System.getProperty(WHITELIST)).isNull();
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

  @ParameterizedTest
  @ValueSource(strings = {"howto", "tutorial"})
  void shouldAdviseWhatThePagesShow(String kind) throws Exception {
    String page = Files.readString(Path.of("..", "..", "docs", kind, "tomee.md"));

    assertThat(page).contains(WHITELIST + " = " + advised() + ",org.g2cl.sample.\n");
  }

  private static String advised() {
    return RemoteClassFilter.ADVICE.replaceAll(".*whitelist to | and.*", "");
  }

  /** What OpenEJB copies when a bean calls another one by its remote interface. */
  @Test
  void shouldTakeTypesOfParameters() {
    RemoteClassFilter.restrict(List.of("org.example."));

    assertThat(List.of(boolean.class, byte.class, char.class, double.class, float.class, int.class))
        .noneMatch(type -> new RemoteClassFilter().refuses(type.getName()));
    assertThat(List.of(long.class, short.class, long[].class, String[].class))
        .noneMatch(type -> new RemoteClassFilter().refuses(type.getName()));
  }

  @Test
  void shouldTellWhatTheListLacks() {
    System.setProperty(BLACKLIST, "-");
    System.setProperty(WHITELIST, "java.lang.,org.example.");
    assertThat(new RemoteClassFilter().refused()).contains("java.net.URI");
  }

  @Test
  void shouldBeContentWithTheAdvice() {
    System.setProperty(BLACKLIST, "-");
    System.setProperty(WHITELIST, advised());
    assertThat(new RemoteClassFilter().refused()).isEmpty();
    assertThat(new RemoteClassFilter().refuses("java.rmi.server.UnicastRemoteObject"))
        .as("which would open a port when it is read")
        .isTrue();
  }
}
