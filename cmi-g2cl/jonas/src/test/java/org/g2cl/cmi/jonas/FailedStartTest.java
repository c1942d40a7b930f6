package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ow2.jonas.service.ServiceException;

/** A server whose start failed is not left in the group, where others would count on it. */
class FailedStartTest {
  private final Config config = new Config();

  @BeforeEach
  void useEngineWithoutNetwork() {
    System.setProperty("g2cl.engine", "local");
    System.setProperty("g2cl.bind-port", "20900");
    config.setGroupName("failed-start");
  }

  @AfterEach
  void forgetSettings() {
    System.clearProperty("g2cl.engine");
    System.clearProperty("g2cl.bind-port");
  }

  @Test
  void shouldLeaveGroupWhenContainerDoesNotTakeTheReplication() {
    G2clHaService service =
        new G2clHaService(
            manager -> {
              throw new IllegalStateException("the container says no");
            });
    service.setJgroupsGroupname(config.getGroupName());
    assertThatThrownBy(service::start)
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("the container says no");
    assertThat(isInGroup()).isFalse();
  }

  @Test
  void shouldLeaveGroupWhenReplicationStopsTwiceAndKeepThatOfTheViewManager() {
    JonasGroup viewManagers = JonasGroup.acquire(() -> GroupSettings.of(config));
    G2clReplicationManager manager = new G2clReplicationManager(0, null, null, null, 0);
    manager.clear();
    manager.clear();
    assertThat(viewManagers.members()).isNotEmpty();
    assertThat(isInGroup()).isTrue();
    JonasGroup.release(viewManagers);
    assertThat(isInGroup()).isFalse();
  }

  /** Whether somebody still holds this server's membership. */
  private boolean isInGroup() {
    AtomicBoolean joined = new AtomicBoolean();
    JonasGroup group =
        JonasGroup.acquire(
            () -> {
              joined.set(true);
              return GroupSettings.of(config);
            });
    JonasGroup.release(group);
    return !joined.get();
  }
}
