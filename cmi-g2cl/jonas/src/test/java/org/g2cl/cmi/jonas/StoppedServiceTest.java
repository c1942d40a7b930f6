package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Stack;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import javax.transaction.Status;
import org.g2cl.cmi.jonas.Instance.Reference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ow2.cmi.ha.ReplicationManager;
import org.ow2.cmi.ha.RequestId;
import org.ow2.cmi.ha.SessionId;
import org.ow2.cmi.ha.interceptor.HACurrent;

/** Calls that are under way when service {@code ha} stops, with the container's questions. */
@SuppressWarnings("JdkObsolete") // CMI's own type is a Stack
class StoppedServiceTest {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Members members = new Members();
  private final ContainerTransactions transactions = new ContainerTransactions();
  private final List<ReplicationManager> given = new ArrayList<>();
  private final G2clHaService service = new G2clHaService(given::add);
  private final SessionId session = new SessionId(UUID.randomUUID(), 1);
  private final Instance instance = new Instance();
  private JonasGroup other;

  @BeforeEach
  void startBoth() {
    System.setProperty("g2cl.engine", "local");
    System.setProperty("g2cl.bind-port", "20950");
    other = members.join();
    service.setJgroupsGroupname(members.group());
    service.setTransactionManager(transactions.manager());
    service.start();
    await().atMost(PATIENCE).until(() -> other.members().size() == 2);
  }

  @AfterEach
  void stopBoth() {
    HACurrent.getHACurrent().setRequests(new Stack<>());
    service.stop();
    members.close();
    System.clearProperty("g2cl.engine");
    System.clearProperty("g2cl.bind-port");
  }

  private ReplicationManager manager() {
    return given.get(given.size() - 1);
  }

  /** A client's request comes, and the bean is called. */
  private RequestId begin(int number) {
    RequestId request = new RequestId(session, number);
    Stack<RequestId> requests = new Stack<>();
    requests.push(request);
    HACurrent.getHACurrent().setRequests(requests);
    transactions.begin();
    instance.with("state " + number);
    manager().addModifiedBean(request, session, new Reference(instance));
    return request;
  }

  /** The bean has answered; false when the container rolls back. */
  private boolean replicate(RequestId request) {
    manager().addResponse(request, "answer");
    if (service.isStarted()) {
      service.replicate();
    }
    return !transactions.isMarked();
  }

  private void complete(boolean committed) {
    transactions.end(committed ? Status.STATUS_COMMITTED : Status.STATUS_ROLLEDBACK);
    if (service.isStarted()) {
      service.replicateCommit(committed);
    }
  }

  private boolean call(int number) {
    boolean commits = replicate(begin(number));
    complete(commits);
    return commits;
  }

  /** Returns when the others have been told that this server leaves. */
  private FutureTask<Void> beginToStop() {
    G2clReplicationManager stopping = (G2clReplicationManager) manager();
    FutureTask<Void> stop = new FutureTask<>(service::stop, null);
    new Thread(stop).start();
    await().atMost(PATIENCE).until(stopping::isCleared);
    return stop;
  }

  @Test
  void shouldFinishWhatWasReplicatedWhenItStopsBeforeTheCommit() throws Exception {
    assertThat(replicate(begin(1))).isTrue();
    FutureTask<Void> stop = beginToStop();
    complete(true);
    stop.get(PATIENCE.toSeconds(), TimeUnit.SECONDS); // and not after all of leave-timeout
    await().atMost(PATIENCE).until(() -> other.propagation().status().copies() == 1);
  }

  @Test
  void shouldRefuseWhatEndsAfterTheStop() {
    assertThat(call(1)).isTrue();
    RequestId late = begin(2);
    service.stop();
    assertThat(replicate(late)).as("committed without a copy").isFalse();
    complete(false);
  }

  @Test
  void shouldRefuseWhatBeginsAfterTheStop() {
    service.stop();
    assertThat(call(1)).as("committed without a copy").isFalse();
  }

  @Test
  void shouldRefuseWhatEndsAfterAnotherStart() {
    RequestId late = begin(1);
    service.stop();
    service.start();
    assertThat(replicate(late)).as("committed without its state").isFalse();
    complete(false);
    assertThat(HACurrent.getHACurrent().getRequests()).containsExactly(late);
    assertThat(call(2)).as("a call of the new manager").isTrue();
  }

  @Test
  void shouldNotBeStartedForOthersThanRequestsWhenItHasStopped() {
    assertThat(service.isStarted()).isTrue();
    service.stop();
    assertThat(service.isStarted()).isFalse();
    begin(1);
    assertThat(service.isStarted()).as("asked by the container").isTrue();
  }
}
