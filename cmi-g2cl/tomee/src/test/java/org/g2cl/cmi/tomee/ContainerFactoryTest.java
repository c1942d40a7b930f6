package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Properties;
import org.apache.openejb.loader.SystemInstance;
import org.g2cl.cmi.tomee.ReplicatedStatefulContainerFactory.MarkerSources;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

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
