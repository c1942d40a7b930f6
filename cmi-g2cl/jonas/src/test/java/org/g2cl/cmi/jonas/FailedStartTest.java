package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ow2.jonas.service.ServiceException;

/** A server whose start failed is not left in the group, where others would count on it. */
class FailedStartTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

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
  void shouldLeaveGroupAndSayWhatIsMissingWhenTheContainersClassesDoNotFit() {
    G2clHaService service =
        new G2clHaService(
            manager -> {
              throw new NoClassDefFoundError("org/ow2/jonas/lib/ejb21/ha/JRepUtil");
            });
    service.setJgroupsGroupname(config.getGroupName());
    assertThatThrownBy(service::start)
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("service ha cannot start: a class is not seen")
        .hasMessageContaining("org/ow2/jonas/lib/ejb21/ha/JRepUtil");
    assertThat(isInGroup()).isFalse();
  }

  @Test
  void shouldLeaveGroupWhenAnErrorOfTheJvmEndsTheStartOfTheReplication() {
    G2clHaService service =
        new G2clHaService(
            manager -> {
              throw new StackOverflowError();
            });
    service.setJgroupsGroupname(config.getGroupName());
    assertThatThrownBy(service::start)
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("service ha cannot start: java.lang.StackOverflowError");
    assertThat(isInGroup()).isFalse();
  }

  @Test
  void shouldLeaveGroupWhenAnErrorOfTheJvmEndsTheJoin() {
    GroupSettings settings = GroupSettings.of(config);
    assertThatThrownBy(
            () ->
                JonasGroup.join(
                    settings,
                    joined -> {
                      throw new StackOverflowError();
                    }))
        .isInstanceOf(JonasConfigurationException.class)
        .hasMessageContaining("'failed-start' cannot be joined")
        .hasMessageContaining("java.lang.StackOverflowError");
    config.setBindPort("20901");
    JonasGroup other = JonasGroup.join(GroupSettings.of(config));
    try {
      await().atMost(PATIENCE).until(() -> other.members().size() == 1);
    } finally {
      JonasGroup.release(other);
    }
  }

  @Test
  void shouldLeaveGroupWhenReplicationStopsTwiceAndKeepThatOfTheViewManager() {
    JonasGroup viewManagers =
        JonasGroup.acquire(JonasGroup.User.VIEW_MANAGER, () -> GroupSettings.of(config));
    G2clReplicationManager manager = new G2clReplicationManager(0, null, null, null, 0);
    manager.clear();
    manager.clear();
    assertThat(viewManagers.members()).isNotEmpty();
    assertThat(isInGroup()).isTrue();
    JonasGroup.release(viewManagers);
    assertThat(isInGroup()).isFalse();
  }

  @Test
  void shouldLeaveGroupToViewManagerWhenReplicationCannotStart() {
    JonasGroup viewManagers =
        JonasGroup.acquire(JonasGroup.User.VIEW_MANAGER, () -> GroupSettings.of(config));
    System.setProperty(ClassAllowList.SETTING, "app.*.Cart"); // nobody has looked at it yet
    try {
      assertThatThrownBy(() -> new G2clReplicationManager(0, null, null, null, 0))
          .isInstanceOf(JonasConfigurationException.class)
          .hasMessageContaining(ClassAllowList.SETTING);
    } finally {
      System.clearProperty(ClassAllowList.SETTING);
      JonasGroup.release(viewManagers);
    }
    assertThat(isInGroup()).isFalse();
  }

  @Test
  void shouldWarnOfViewManagersSettingsThatAreDropped() {
    G2clReplicationManager manager = new G2clReplicationManager(0, null, null, "jonas-rep", 0);
    config.setGroupName("G1");
    config.setBindPort("7800");
    config.setPeers("127.0.0.1:7800,127.0.0.1:7801");
    config.setEngine("jgroups4");
    config.setStack("udp");
    config.setMode("majority");
    config.setBackups("2");
    config.setMinimumCopies("1");
    try (LogLines log = new LogLines(JonasGroup.class)) {
      JonasGroup group =
          JonasGroup.acquire(JonasGroup.User.VIEW_MANAGER, () -> GroupSettings.of(config));
      JonasGroup.release(group);
      assertThat(log.lines())
          .anySatisfy(
              line ->
                  assertThat(line)
                      .contains("service ha (jonas.service.ha.jgroups.*) was started before")
                      .contains("groupName 'G1', where 'jonas-rep' counts")
                      .contains("bindPort '7800', where '20900' counts")
                      .contains("peers '127.0.0.1:7800,127.0.0.1:7801', where '' counts")
                      .contains("engine 'jgroups4', where 'local' counts")
                      .contains("stack 'udp', where '' counts")
                      .contains("mode 'majority', where 'synchronous' counts")
                      .contains("backups '2', where '1' counts")
                      .contains("minimumCopies '1', where '0' counts")
                      .contains("set both alike"));
    } finally {
      manager.clear();
    }
  }

  @Test
  void shouldNotWarnOfStocksOtherGroupNameOfTheReplication() {
    JonasGroup group =
        JonasGroup.acquire(JonasGroup.User.VIEW_MANAGER, () -> GroupSettings.of(config));
    try (LogLines log = new LogLines(JonasGroup.class)) {
      new G2clReplicationManager(0, null, null, "jonas-rep", 0).clear();
      assertThat(log.lines())
          .anyMatch(line -> line.contains("by the settings of the view manager"))
          .noneMatch(line -> line.contains("Dropped"));
    } finally {
      JonasGroup.release(group);
    }
  }

  /** Whether somebody still holds this server's membership. */
  private static boolean isInGroup() {
    Config nobodys = new Config();
    nobodys.setGroupName("nobody-has-joined");
    JonasGroup group =
        JonasGroup.acquire(JonasGroup.User.REPLICATION, () -> GroupSettings.of(nobodys));
    JonasGroup.release(group);
    return !group.settings().group().equals(nobodys.getGroupName());
  }
}
