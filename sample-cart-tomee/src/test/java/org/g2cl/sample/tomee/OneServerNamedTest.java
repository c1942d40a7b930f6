package org.g2cl.sample.tomee;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.naming.Context;
import org.awaitility.Awaitility;
import org.g2cl.Registration;
import org.g2cl.cmi.client.ClientListener;
import org.g2cl.cmi.client.ClientSetting;
import org.g2cl.cmi.client.HaClient;
import org.g2cl.cmi.client.Location;
import org.g2cl.sample.tomee.beans.Diary;
import org.jboss.arquillian.container.test.api.ContainerController;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Servers tell clients which servers there are now, though applications lie in {@code apps}. */
@ExtendWith({WithBed.class, ArquillianExtension.class})
@RunAsClient
class OneServerNamedTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  private final List<List<String>> told = new CopyOnWriteArrayList<>();

  @ArquillianResource private ContainerController controller;
  private Cluster cluster;
  private Registration listener;

  /** The first server has been told of the second one since it began to serve. */
  @BeforeEach
  void startTheSecondAfterTheFirst() throws Exception {
    cluster = new Cluster(controller);
    if (cluster.bed().b().runs()) {
      cluster.kill(cluster.bed().b().location());
    }
    cluster.start();
    listener =
        HaClient.install()
            .addListener(
                new ClientListener() {
                  @Override
                  public void serversChanged(List<Location> servers) {
                    told.add(servers.stream().map(Location::toString).toList());
                  }
                });
  }

  @AfterEach
  void listenNoMore() {
    listener.close();
  }

  @Test
  void shouldGoOnAtTheOtherServerWhenTheOnlyOneThatTheClientNamesIsKilled() throws Exception {
    TomEE named = cluster.bed().a();
    TomEE other = cluster.bed().b();
    Diary diary = lookup(named.location());
    assertThat(diary.write("one")).isEqualTo(1);
    assertThat(diary.server()).isEqualTo(named.location());
    awaitTold(diary, named.location(), other.location());

    cluster.kill(named.location());

    assertThat(diary.write("two")).isEqualTo(2);
    assertThat(diary.server()).isEqualTo(other.location());
    awaitNewClientsTold(other, named);
  }

  /** They name the dead one, too, so that they notice what they are told. */
  private void awaitNewClientsTold(TomEE survivor, TomEE dead) throws Exception {
    told.clear();
    Diary diary = lookup(survivor.location() + "," + dead.location());
    awaitTold(diary, survivor.location());
  }

  /** A session at the first server that is named. */
  private Diary lookup(String provider) throws Exception {
    var environment = new Properties();
    environment.put(Context.PROVIDER_URL, provider);
    environment.put(ClientSetting.POLICY.key(), "FirstAvailable");
    return cluster.lookup(Diary.class, "DiaryRemote", environment);
  }

  private void awaitTold(Diary diary, String... servers) {
    Awaitility.await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              diary.pages(); // the answer brings the list
              assertThat(told).isNotEmpty();
              assertThat(told.get(told.size() - 1)).containsExactlyInAnyOrder(servers);
            });
  }
}
