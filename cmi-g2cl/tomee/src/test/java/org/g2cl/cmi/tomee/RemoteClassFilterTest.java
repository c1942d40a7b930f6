package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ejb.ConcurrentAccessTimeoutException;
import jakarta.ejb.EJBAccessException;
import jakarta.ejb.NoSuchEJBException;
import jakarta.transaction.TransactionRolledbackException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Constructor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.rmi.NoSuchObjectException;
import java.rmi.server.ObjID;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.naming.NameNotFoundException;
import org.apache.openejb.client.EjbObjectInputStream;
import org.apache.openejb.client.ThrowableArtifact;
import org.apache.openejb.util.PojoSerialization;
import org.g2cl.propagation.SessionBusyException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
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
  void shouldTakeTheUsualClassesWhenNoOthersAreNamed() throws Exception {
    RemoteClassFilter.restrict(List.of());

    assertThat(sent(new ArrayList<>(List.of("P-001")))).isEqualTo(List.of("P-001"));
    assertThat(new RemoteClassFilter().isOpen()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", ",", "com.shop.,", "com.shop.,,org.", " com.shop.", "*", ".com"})
  void shouldRefuseWhatIsNotTheBeginningOfAName(String name) {
    assertThat(RemoteClassFilter.problemOf(List.of("com.a.", name, "com.b.C$D")).orElse(""))
        .contains("remoteClasses has '" + name + "', which is not the beginning");
    assertThat(RemoteClassFilter.problemOf(List.of("com.a.", "com.b.C$D"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "java.lang.,,com.shop.", ",java.lang.", " , java.lang.", "a , ,b"})
  void shouldTellOfAnEmptyEntryOfTheUsers(String list) {
    System.setProperty(BLACKLIST, "-");
    System.setProperty(WHITELIST, list);

    assertThat(new RemoteClassFilter().isOpen()).as("what OpenEJB makes of it").isTrue();
    assertThat(RemoteClassFilter.problemOfProperty().orElse(""))
        .contains(WHITELIST + " is '" + list + "', which has an empty entry");
    assertThat(new RemoteClassFilter().obstacle("127.0.0.1")).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"java.lang.,com.shop.", "java.lang.,", ","})
  void shouldTakeAListWithoutOne(String list) {
    System.setProperty(BLACKLIST, "-");
    System.setProperty(WHITELIST, list);

    assertThat(new RemoteClassFilter().isOpen()).isFalse();
    assertThat(RemoteClassFilter.problemOfProperty()).isEmpty();
    assertThat(new RemoteClassFilter().obstacle("0.0.0.0")).isEmpty();
  }

  @Test
  void shouldNotServeOthersWhenAllClassesAreTaken() {
    System.setProperty(BLACKLIST, "-");

    assertThat(new RemoteClassFilter().obstacle("0.0.0.0").orElse(""))
        .startsWith("others can reach 0.0.0.0")
        .contains(WHITELIST + " is ''", BLACKLIST + " is '-'", "set in conf/system.properties");
    assertThat(new RemoteClassFilter().obstacle("nobody.invalid")).isPresent();
    assertThat(new RemoteClassFilter().obstacle("127.0.0.1")).isEmpty();
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

  static Stream<Throwable> told() throws Exception {
    var told = new ArrayList<Throwable>();
    for (String name : advised().split(",", -1)) {
      if (name.endsWith("Exception")) {
        Class<? extends Throwable> type = Class.forName(name).asSubclass(Throwable.class);
        Constructor<? extends Throwable> made = type.getDeclaredConstructor(String.class);
        made.setAccessible(true); // ours: some are made by their own package only
        told.add(made.newInstance("gone"));
      }
    }
    var busy = new ConcurrentAccessTimeoutException("gone");
    busy.initCause(new SessionBusyException("busy"));
    told.add(busy);
    told.add(new NoSuchEJBException("gone", new NoSuchObjectException("Not Found")));
    told.add(new EJBAccessException("gone"));
    told.add(new NameNotFoundException("gone"));
    told.add(new TransactionRolledbackException("gone"));
    return told.stream();
  }

  /** As a caller does in a process that has the list, such as a servlet in a TomEE. */
  @ParameterizedTest
  @MethodSource("told")
  void shouldLetCallersReadTheExceptionsThatTheyAreTold(Throwable thrown) throws Exception {
    RemoteClassFilter.restrict(List.of("org.example."));

    Throwable read = ((ThrowableArtifact) sent(new ThrowableArtifact(thrown))).getThrowable();

    assertThat(read).isExactlyInstanceOf(thrown.getClass()).hasMessage(thrown.getMessage());
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
