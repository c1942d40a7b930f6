package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.rmi.server.ObjID;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import javax.naming.Context;
import javax.naming.InitialContext;
import org.apache.openejb.OpenEJB;
import org.apache.openejb.assembler.classic.Assembler;
import org.apache.openejb.client.EjbObjectInputStream;
import org.apache.openejb.loader.SystemInstance;
import org.apache.openejb.server.DiscoveryRegistry;
import org.apache.openejb.spi.SecurityService;
import org.awaitility.Awaitility;
import org.g2cl.cmi.core.HaException;
import org.g2cl.cmi.core.HaService;
import org.g2cl.cmi.core.HaSetting;
import org.g2cl.cmi.core.HaSettings;
import org.g2cl.cmi.core.LifeCycle;
import org.g2cl.cmi.tomee.shop.Basket;
import org.g2cl.cmi.tomee.shop.BasketBean;
import org.g2cl.cmi.tomee.shop.CallCounter;
import org.g2cl.cmi.tomee.shop.JournalBean;
import org.g2cl.cmi.tomee.shop.Prices;
import org.g2cl.jgcs.tck.FreePorts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EmbeddedBusinessNodeTest {
  @Test
  void shouldFailBeforeAnythingStartsWhenPortIsTaken() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(() -> builder().port(taken.getLocalPort()).withoutReplication().start())
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("127.0.0.1:" + taken.getLocalPort())
          .hasMessageContaining("choose another port");
    }
    assertThat(OpenEJB.isInitialized()).isFalse();
  }

  /** As where a class of the application cannot be loaded. */
  @Test
  void shouldLeaveTheGroupWhenItsStartFailsByAnError() throws Exception {
    var joined = new AtomicReference<HaService>();
    var builder =
        builder()
            .ha(alone())
            .checkGroup(
                service -> {
                  joined.set(service);
                  throw new NoClassDefFoundError("meant by the test");
                });
    assertThatThrownBy(builder::start).isInstanceOf(NoClassDefFoundError.class);
    assertThat(joined.get().status().lifeCycle()).isEqualTo(LifeCycle.STOPPED);
  }

  /** As where a class of OpenEJB cannot be loaded when most of it runs already. */
  @Test
  void shouldLeaveNothingRunningWhenTheStartOfOpenEjbFailsByAnError() {
    Properties properties = ServerProperties.bare();
    properties.setProperty("openejb.assembler", LackingAssembler.class.getName());
    assertThatThrownBy(() -> EmbeddedServer.start(properties, null))
        .isInstanceOf(NoClassDefFoundError.class);
    assertThat(OpenEJB.isInitialized()).isFalse();
  }

  /** Made by OpenEJB, which asks it for the security service when it is built. */
  public static final class LackingAssembler extends Assembler {
    @Override
    public SecurityService<?> getSecurityService() {
      throw new NoClassDefFoundError("meant by the test");
    }
  }

  @Test
  void shouldLeaveTheGroupWhenItCannotSayWhatItReads() throws Exception {
    HaService service = HaService.start(alone());
    service.registry().close();
    assertThatThrownBy(() -> ContainerGroup.of(service))
        .isInstanceOf(HaException.class)
        .hasMessageContaining("cmi/forms/");
    assertThat(service.status().lifeCycle()).isEqualTo(LifeCycle.STOPPED);
  }

  private static HaSettings alone() throws IOException {
    return HaSettings.builder()
        .set(HaSetting.LOCATION, "127.0.0.1:" + FreePorts.next())
        .set(HaSetting.BIND_PORT, FreePorts.next())
        .build();
  }

  @Test
  void shouldTakeALocationOfIpv6() {
    HaSettings settings = HaSettings.builder().set(HaSetting.LOCATION, "[::1]:4201").build();
    assertThatCode(() -> builder().ha(settings)).doesNotThrowAnyException();
  }

  @Test
  void shouldFailWhenNeitherGroupNorStandaloneIsAskedFor() {
    assertThatThrownBy(() -> builder().port(4201).start()).hasMessageContaining("no group is set");
  }

  @Test
  @SuppressWarnings("BanJNDI") // what a client does
  void shouldServeStockClientsWithoutReplicationThoughItTakesFewClasses() throws Exception {
    var builder = builder().port(FreePorts.next()).withoutReplication();
    try (var node = builder.remoteClasses("org.g2cl.").start()) {
      assertThat(new RemoteClassFilter().isOpen()).isFalse();
      Basket basket = (Basket) context(node.location()).lookup("BasketRemote");

      assertThat(basket.add("pen")).isEqualTo(1);
      assertThat(basket.add("ink")).isEqualTo(2);
    } finally {
      System.clearProperty("tomee.serialization.class.blacklist");
      System.clearProperty("tomee.serialization.class.whitelist");
      EjbObjectInputStream.reloadResolverConfig();
    }
  }

  /** The class that reads requests is loaded by then. */
  @Test
  void shouldFollowTheListOfItsProperties() throws Exception {
    EjbObjectInputStream.reloadResolverConfig();
    var bytes = new ByteArrayOutputStream();
    try (var out = new ObjectOutputStream(bytes)) {
      out.writeObject(new ObjID());
    }
    EmbeddedBusinessNode.Builder builder =
        builder()
            .port(FreePorts.next())
            .withoutReplication()
            .property("tomee.serialization.class.blacklist", "-")
            .property("tomee.serialization.class.whitelist", "java.lang.");

    try (var node = builder.start();
        var in = new EjbObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertThat(node.location()).isNotNull();
      assertThatThrownBy(in::readObject).isInstanceOf(SecurityException.class);
    } finally {
      EjbObjectInputStream.reloadResolverConfig();
    }
  }

  @Test
  void shouldFailWhenAnEntryOfTheClassesOfRequestsIsEmpty() throws Exception {
    assertThatThrownBy(
            () ->
                builder()
                    .port(FreePorts.next())
                    .withoutReplication()
                    .remoteClasses("com.a.", "", "com.b.")
                    .start())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("remoteClasses has ''");
    var whitelist = "tomee.serialization.class.whitelist";
    assertThatThrownBy(
            () ->
                builder()
                    .port(FreePorts.next())
                    .withoutReplication()
                    .property(whitelist, "java.lang.,,com.shop.")
                    .start())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(whitelist + " is 'java.lang.,,com.shop.'");
    assertThat(OpenEJB.isInitialized()).isFalse();
  }

  @Test
  @SuppressWarnings("BanJNDI") // what a client does
  void shouldServeStockClientsWithReplication() throws Exception {
    try (var shop = new BasketNode()) {
      shop.memory().takeOverBeforeEachCall(true);
      Basket basket = (Basket) context(shop.node.location()).lookup("BasketRemote");

      assertThat(basket.add("pen")).isEqualTo(1);
      assertThat(basket.add("ink")).isEqualTo(2);
      assertThat(basket.pay()).containsExactly("pen", "ink");
    }
  }

  /** A client that reads that its server is gone sends elsewhere what runs there. */
  @Test
  void shouldTakeNoRequestsBeforeClientsAreToldThatItGoes() throws Exception {
    List<URI> known = new ArrayList<>();
    var knownOnLeave = new ArrayList<URI>();
    var refused = new AtomicBoolean();
    URI location;
    try (var shop = new BasketNode()) {
      location = shop.node.location();
      known.add(location);
      shop.group.addLocationListener(
          now -> {
            known.clear();
            known.addAll(now);
          });
      shop.group.onLeave(
          () -> {
            URI closed = shop.node.location();
            Awaitility.await().until(() -> !accepts(closed)); // OpenEJB closes the port soon
            refused.set(true);
            knownOnLeave.addAll(known);
          });
      assertThat(accepts(location)).isTrue();
    }
    assertThat(knownOnLeave).containsExactly(location);
    assertThat(refused).isTrue();
    assertThat(known).isEmpty();
  }

  /** The group may outlive the container, as that of a server does. */
  @Test
  void shouldTakeItsListenersBackWhenTheLastBeanIsUndeployed() throws Exception {
    MemoryGroup group;
    try (var shop = new BasketNode()) {
      group = shop.group;
      assertThat(group.listenersOfTheContainer()).isEqualTo(2);
    }
    assertThat(group.listenersOfTheContainer()).isZero();
  }

  private static EmbeddedBusinessNode.Builder builderIn(Path folder) throws Exception {
    return builder()
        .port(FreePorts.next())
        .group(new MemoryGroup())
        .property("openejb.base", folder.toString());
  }

  /** OpenEJB writes a file there, with a container of its own that takes the beans. */
  @Test
  void shouldReplicateThoughThereIsAFolderOfThatNameWhereItStarts(@TempDir Path folder)
      throws Exception {
    Path conf = Files.createDirectory(folder.resolve("conf"));

    try (var node = builderIn(folder).start()) {
      var client = new EjbdClient(node.location(), "BasketRemote", Basket.class);

      assertThat(client.call(client.create(EjbdClient.newId()), "add", "pen")).isEqualTo(1);
    }

    assertThat(conf.resolve("openejb.xml")).doesNotExist();
  }

  @Test
  void shouldNotStartWhenAnotherContainerHasTakenABean(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("other.xml");
    Files.writeString(file, "<openejb><Container id='Other' type='STATEFUL'/></openejb>");

    assertThatThrownBy(
            () -> builderIn(folder).property("openejb.configuration", file.toString()).start())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("is in container 'Other', which replicates nothing")
        .hasMessageContaining("openejb.configuration");
    assertThat(OpenEJB.isInitialized()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -5, 100_001})
  void shouldRefuseToServeWithSoManyThreads(int threads) throws IOException {
    EmbeddedBusinessNode.Builder node =
        EmbeddedBusinessNode.builder().port(FreePorts.next()).withoutReplication().threads(threads);

    assertThatThrownBy(node::start)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("threads is " + threads)
        .hasMessageContaining("1 to 100000, or leave it out for 256");
  }

  private static boolean accepts(URI location) {
    try (var socket = new Socket(location.getHost(), location.getPort())) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void shouldJoinTheGroupInServerThatHasOnlyTheContainerConfigured() throws Exception {
    Properties properties = ServerProperties.replicating();
    properties.setProperty("g2cl.call-timeout", "PT7S");
    properties.setProperty("g2cl.max-state-bytes", "200000");
    properties.setProperty("SF.AllowedClasses", "java.util.logging.Level");
    EmbeddedServer server = EmbeddedServer.start(properties, null);
    var membership = (ServerMembership) SystemInstance.get().getComponent(Replication.class);
    try (server) {
      new DiscoveryRegistry();
      server.deploy("shop", List.of(JournalBean.class), List.of());

      assertThat(membership.propagation().status().owned()).isZero();
      assertThat(membership.callTimeout()).hasValue(Duration.ofSeconds(7));
      assertThat(membership.limits().stateBytes()).isEqualTo(200_000);
      assertThat(SystemInstance.get().getComponent(DiscoveryRegistry.class).getServices())
          .isEmpty();
      membership.announce(URI.create("ejbd://127.0.0.1:4201"));
      Awaitility.await()
          .until(
              () -> SystemInstance.get().getComponent(DiscoveryRegistry.class).getServices(),
              Set.of(URI.create("ejb:ejbd://127.0.0.1:4201"))::equals);
    }
    assertThat(membership.lifeCycle()).isEqualTo(LifeCycle.STOPPED);
  }

  private static EmbeddedBusinessNode.Builder builder() {
    return EmbeddedBusinessNode.builder()
        .classes(BasketBean.class, Prices.class, JournalBean.class, CallCounter.class)
        .dataSource(
            "shop",
            Map.of(
                "JdbcDriver", "org.h2.Driver", "JdbcUrl", "jdbc:h2:mem:stock", "UserName", "sa"));
  }

  @SuppressWarnings("BanJNDI") // what a client does
  private static Context context(URI location) throws Exception {
    var properties = new Properties();
    properties.setProperty(
        Context.INITIAL_CONTEXT_FACTORY, "org.apache.openejb.client.RemoteInitialContextFactory");
    properties.setProperty(Context.PROVIDER_URL, location.toString());
    return new InitialContext(properties);
  }
}
