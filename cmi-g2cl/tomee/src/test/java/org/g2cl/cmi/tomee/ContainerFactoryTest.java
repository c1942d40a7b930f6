package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Properties;
import org.apache.openejb.loader.SystemInstance;
import org.g2cl.cmi.tomee.ReplicatedStatefulContainerFactory.MarkerSources;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContainerFactoryTest {
  private final SystemInstance server = SystemInstance.get();

  @BeforeEach
  void join() {
    server.setComponent(Replication.class, new MemoryGroup());
    server.setComponent(MarkerSources.class, new MarkerSources("shop", "shopSettling"));
  }

  @AfterEach
  void leave() {
    server.removeComponent(Replication.class);
    server.removeComponent(MarkerSources.class);
  }

  private static ReplicatedStatefulContainerFactory factory(String markers, String settling) {
    var factory = new ReplicatedStatefulContainerFactory();
    factory.setId("second");
    factory.setProperties(new Properties());
    factory.setMarkers(markers);
    factory.setMarkersSettling(settling);
    return factory;
  }

  @Test
  void shouldRefuseOtherMarkersThanTheServerHas() {
    assertThatThrownBy(() -> factory("stock", "stockSettling").create())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("container second: Markers is 'stock'")
        .hasMessageContaining("already 'shop' and 'shopSettling'");
  }

  @Test
  void shouldTakeFormatsOfStatesThatThereAre() {
    ReplicatedStatefulContainerFactory factory = factory("", "");
    factory.setStateFormat("Java");
    assertThat(factory.create()).isNotNull();

    factory.setStateFormat("xml");
    assertThatThrownBy(factory::create)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("container second: StateFormat is 'xml'")
        .hasMessageContaining("auto or java");
  }

  @ParameterizedTest
  @CsvSource({
    "EjbdThreads, 0, from 1 to 100000, 256",
    "EjbdThreads, -5, from 1 to 100000, 256",
    "EjbdThreads, 100001, from 1 to 100000, 256",
    "EjbdThreads, many, from 1 to 100000, 256",
    "Capacity, -5, from 0 to 2147483647, 1000",
    "Capacity, 2147483648, from 0 to 2147483647, 1000",
    "TimeOut, -5 minutes, 0 for never, 20 minutes",
    "TimeOut, soon, 0 for never, 20 minutes"
  })
  void shouldRefuseNumbersThatNothingCanBeDoneWith(
      String property, String value, String rule, String usual) {
    ReplicatedStatefulContainerFactory factory = factory("", "");
    factory.getProperties().setProperty(property, value);

    assertThatThrownBy(factory::create)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("container second: " + property + " is '" + value + "'; it must be")
        .hasMessageContaining(rule + ". Correct it, or leave it out for " + usual);
  }

  @Test
  void shouldTakeNumbersAtTheEndsOfTheirRanges() {
    ReplicatedStatefulContainerFactory factory = factory("", "");
    factory.setEjbdThreads("1");
    factory.getProperties().setProperty("Capacity", "0");
    factory.getProperties().setProperty("TimeOut", "0");
    assertThat(factory.create()).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"com.shop*", "com/shop/Cart", "com.shop.*;com.bank.*"})
  void shouldRefuseAllowedClassesThatAreNone(String pattern) {
    ReplicatedStatefulContainerFactory factory = factory("", "");
    factory.setAllowedClasses("com.bank.*, " + pattern);

    assertThatThrownBy(factory::create)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("container second: AllowedClasses has '" + pattern + "'; it must be");
  }

  @Test
  void shouldTakeAllowedClassesAndPackages() {
    ReplicatedStatefulContainerFactory factory = factory("", "");
    factory.setAllowedClasses(" com.shop.* , org.example.Money$Kind,, Top,*");
    assertThat(factory.create()).isNotNull();
  }

  @Test
  void shouldRefuseMarkersOfItsOwnInAnEmbeddedNode() {
    server.removeComponent(MarkerSources.class);

    assertThatThrownBy(() -> factory("stock", "stockSettling").create())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("embedded node");
  }

  @Test
  void shouldUseTheServersMarkersWhenTheSameOrNoneAreSet() {
    assertThat(factory("shop", "shopSettling").create()).isNotNull();
    assertThat(factory("", "").create()).isNotNull();
  }
}
