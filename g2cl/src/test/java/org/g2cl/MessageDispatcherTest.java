package org.g2cl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.ServiceNames;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MessageDispatcherTest {
  private final TestGroup group = new TestGroup();
  private Node a;
  private Node b;
  private Node c;

  /** A member that answers with its name and the request, unless a test says otherwise. */
  private final class Node {
    final MarshalDataSession session;
    final MessageDispatcher dispatcher;
    final List<String> handled = new CopyOnWriteArrayList<>();
    volatile RequestHandler behaviour;

    Node(String name) throws Exception {
      session = group.session(name);
      behaviour = request -> name + ":" + text(request);
      dispatcher =
          new MessageDispatcher(
              session,
              7,
              request -> {
                handled.add(text(request));
                return behaviour.handle(request);
              });
      session.join();
    }

    SocketAddress address() {
      return session.localAddress();
    }
  }

  private static String text(G2CLMessage message) {
    return new String(message.getPayload(), UTF_8);
  }

  private static G2CLMessage message(SocketAddress dest, String text) {
    return new G2CLMessage(dest, text.getBytes(UTF_8));
  }

  @BeforeEach
  void join() throws Exception {
    a = new Node("a");
    b = new Node("b");
    c = new Node("c");
    group.awaitMembers(3);
  }

  @AfterEach
  void leave() throws Exception {
    group.close();
  }

  @Test
  void shouldAnswerWhenOneMemberIsAsked() throws Exception {
    for (String service : List.of(ServiceNames.UNORDERED, ServiceNames.FIFO)) {
      String reply =
          a.dispatcher.sendMessage(
              message(b.address(), "hello"), RequestOptions.SYNC().service(service));
      assertThat(reply).isEqualTo("b:hello");
    }
    assertThat(c.handled).isEmpty();
  }

  @Test
  void shouldAnswerWhenItselfIsAsked() throws Exception {
    String reply = a.dispatcher.sendMessage(message(a.address(), "me"), RequestOptions.SYNC());
    assertThat(reply).isEqualTo("a:me");
  }

  @Test
  void shouldGatherAllResponsesWhenCastToAll() throws Exception {
    for (String service :
        List.of(ServiceNames.UNORDERED, ServiceNames.FIFO, ServiceNames.TOTAL_ORDER)) {
      RspList<String> replies =
          a.dispatcher.castMessage(
              null, message(null, "x"), RequestOptions.SYNC().service(service));
      assertThat(replies.getResults()).containsExactlyInAnyOrder("a:x", "b:x", "c:x");
    }
  }

  @Test
  void shouldAskOnlyThoseNamedWhenCastToSome() throws Exception {
    RspList<String> replies =
        a.dispatcher.castMessage(
            List.of(b.address(), c.address()), message(null, "x"), RequestOptions.SYNC());
    assertThat(replies.keySet()).containsExactly(b.address(), c.address());
    RspList<String> others =
        a.dispatcher.castMessage(
            null, message(null, "y"), RequestOptions.SYNC().exclusionList(a.address()));
    assertThat(others.getResults()).containsExactlyInAnyOrder("b:y", "c:y");
    assertThat(a.handled).isEmpty();
  }

  @Test
  void shouldReturnAtTheFirstResponseWhenAskedTo() throws Exception {
    CountDownLatch hold = new CountDownLatch(1);
    b.behaviour = request -> hold.await(10, TimeUnit.SECONDS);
    RspList<String> replies =
        a.dispatcher.castMessage(
            List.of(b.address(), c.address()),
            message(null, "x"),
            new RequestOptions(ResponseMode.GET_FIRST, 10_000));
    hold.countDown();
    assertThat(replies.getFirst()).isEqualTo("c:x");
    assertThat(replies.get(b.address()).wasReceived()).isFalse();
  }

  @Test
  void shouldReturnAtTheMajorityOrTheNumberAskedFor() throws Exception {
    CountDownLatch hold = new CountDownLatch(1);
    b.behaviour = request -> hold.await(20, TimeUnit.SECONDS);
    for (RequestOptions options :
        List.of(
            new RequestOptions(ResponseMode.GET_MAJORITY, 20_000),
            new RequestOptions().responses(2))) {
      RspList<String> replies = a.dispatcher.castMessage(null, message(null, "x"), options);
      assertThat(replies.numReceived()).isEqualTo(2);
      assertThat(replies.isReceived(b.address())).isFalse();
    }
    CompletableFuture<RspList<String>> all =
        a.dispatcher.castMessageWithFuture(
            null, message(null, "x"), new RequestOptions().responses(9));
    assertThat(all).isNotDone();
    hold.countDown();
    assertThat(all.get(20, TimeUnit.SECONDS).numReceived()).isEqualTo(3);
  }

  @Test
  void shouldEndTheWaitForAMajorityThatCannotCome() throws Exception {
    CountDownLatch hold = new CountDownLatch(1);
    b.behaviour = request -> hold.await(20, TimeUnit.SECONDS);
    c.behaviour = b.behaviour;
    CompletableFuture<RspList<String>> majority =
        a.dispatcher.castMessageWithFuture(
            null, message(null, "x"), new RequestOptions(ResponseMode.GET_MAJORITY, 20_000));
    await().until(() -> b.handled.size() == 1 && c.handled.size() == 1);
    group.crash(b.session);
    assertThat(majority).isNotDone();
    group.crash(c.session);
    assertThat(majority.get(20, TimeUnit.SECONDS).numSuspectedMembers()).isEqualTo(2);
    hold.countDown();
  }

  @Test
  void shouldCountOnlyResponsesThatTheFilterAccepts() throws Exception {
    RspFilter notMine =
        new RspFilter() {
          @Override
          public boolean isAcceptable(Object response, SocketAddress sender) {
            return !"a:x".equals(response);
          }

          @Override
          public boolean needMoreResponses() {
            return true;
          }
        };
    RspList<String> replies =
        a.dispatcher.castMessage(
            null, message(null, "x"), new RequestOptions().responses(2).rspFilter(notMine));
    assertThat(replies.getResults()).containsExactlyInAnyOrder("b:x", "c:x");
    assertThatThrownBy(() -> new RequestOptions().responses(0)).hasMessageContaining("1 or more");
    assertThatThrownBy(
            () ->
                a.dispatcher.castMessage(
                    null, message(null, "x"), new RequestOptions(ResponseMode.GET_N, 100)))
        .hasMessageContaining("responses(n)");
  }

  @Test
  void shouldSendToEachMemberAloneWhenAnycasting() throws Exception {
    RspList<String> replies =
        a.dispatcher.castMessage(
            List.of(b.address()), message(null, "x"), RequestOptions.SYNC().anycasting(true));
    assertThat(replies.getResults()).containsExactly("b:x");
    assertThat(c.handled).isEmpty();
  }

  @Test
  void shouldWaitForNothingWhenNoResponseIsAskedFor() throws Exception {
    RspList<String> replies =
        a.dispatcher.castMessage(null, message(null, "x"), RequestOptions.ASYNC());
    assertThat(replies.keySet()).isEmpty();
    await().until(() -> b.handled.contains("x") && c.handled.contains("x"));
  }

  @Test
  void shouldCarryEveryKindOfValueHome() throws Exception {
    List<Object> values = new ArrayList<>();
    values.addAll(List.of("é", "", true, false, (byte) -1, (short) 300, 'x', 7, -1L, 1.5f, 2.5));
    values.add(null);
    for (Object value : values) {
      b.behaviour = request -> value;
      Object reply = a.dispatcher.sendMessage(message(b.address(), ""), RequestOptions.SYNC());
      assertThat(reply).isEqualTo(value);
    }
    b.behaviour = request -> new byte[] {1, 2, 3};
    byte[] bytes = a.dispatcher.sendMessage(message(b.address(), ""), RequestOptions.SYNC());
    assertThat(bytes).containsExactly(1, 2, 3);
  }

  @Test
  void shouldBringTheExceptionHomeWhenTheHandlerThrows() throws Exception {
    b.behaviour =
        request -> {
          throw new IllegalStateException("no stock");
        };
    assertThatThrownBy(
            () -> a.dispatcher.sendMessage(message(b.address(), ""), RequestOptions.SYNC()))
        .isInstanceOfSatisfying(
            RemoteInvocationException.class,
            e -> {
              assertThat(e.exceptionType()).isEqualTo("java.lang.IllegalStateException");
              assertThat(e.remoteMessage()).isEqualTo("no stock");
              assertThat(e.member()).isEqualTo(b.address());
            });
    RspList<String> replies =
        a.dispatcher.castMessage(null, message(null, "x"), RequestOptions.SYNC());
    assertThat(replies.get(b.address()).hasException()).isTrue();
    assertThat(replies.getValue(c.address())).isEqualTo("c:x");
  }

  @Test
  void shouldCountAndLogAnErrorOfAHandlerAtTheMemberThatHasIt() throws Exception {
    b.behaviour =
        request -> {
          throw new IllegalStateException("no stock");
        };

    var log = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(log, true, UTF_8));
    try {
      a.dispatcher.castMessage(null, message(null, "x"), RequestOptions.SYNC());
      await("stack in the log")
          .until(() -> log.toString(UTF_8).contains("at " + MessageDispatcherTest.class.getName()));
    } finally {
      System.setErr(before);
    }

    assertThat(b.session.scheduler().failures()).isEqualTo(1);
    assertThat(a.session.scheduler().failures()).isZero();
  }

  @Test
  void shouldNotCountAnExceptionThatAHandlerDeclares() throws Exception {
    b.behaviour =
        request -> {
          throw new IOException("meant by the test");
        };

    a.dispatcher.castMessage(null, message(null, "x"), RequestOptions.SYNC());

    assertThat(b.session.scheduler().failures()).isZero();
  }

  @Test
  void shouldRefuseAnswersThatCannotCross() {
    b.behaviour = request -> new Object();
    assertThatThrownBy(
            () -> a.dispatcher.sendMessage(message(b.address(), ""), RequestOptions.SYNC()))
        .isInstanceOf(RemoteInvocationException.class)
        .hasMessageContaining("java.lang.Object cannot be sent");
  }

  @Test
  void shouldGiveUpAtTheTimeOut() throws Exception {
    CountDownLatch hold = new CountDownLatch(1);
    b.behaviour = request -> hold.await(20, TimeUnit.SECONDS);
    RequestOptions brief = new RequestOptions(ResponseMode.GET_ALL, 100);
    assertThatThrownBy(() -> a.dispatcher.sendMessage(message(b.address(), ""), brief))
        .isInstanceOf(TimeoutException.class)
        .hasMessageContaining("100 ms");
    CompletableFuture<String> future =
        a.dispatcher.sendMessageWithFuture(message(b.address(), ""), brief);
    assertThatThrownBy(() -> future.get(5, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(TimeoutException.class);
    RspList<String> replies = a.dispatcher.castMessage(null, message(null, "x"), brief);
    assertThat(replies.getValue(c.address())).isEqualTo("c:x");
    assertThat(replies.isReceived(b.address())).isFalse();
    CompletableFuture<RspList<String>> late =
        a.dispatcher.castMessageWithFuture(null, message(null, "x"), brief);
    assertThat(late.get(5, TimeUnit.SECONDS).isReceived(b.address())).isFalse();
    hold.countDown();
  }

  @Test
  void shouldStopWaitingWhenTheMemberAskedCrashes() throws Exception {
    CountDownLatch hold = new CountDownLatch(1);
    b.behaviour = request -> hold.await(20, TimeUnit.SECONDS);
    SocketAddress gone = b.address();
    CompletableFuture<String> one =
        a.dispatcher.sendMessageWithFuture(message(gone, ""), RequestOptions.SYNC());
    CompletableFuture<RspList<String>> all =
        a.dispatcher.castMessageWithFuture(null, message(null, "x"), RequestOptions.SYNC());
    await().until(() -> b.handled.size() >= 1);
    group.crash(b.session);
    assertThatThrownBy(() -> one.get(5, TimeUnit.SECONDS))
        .hasCauseInstanceOf(SuspectedException.class);
    RspList<String> replies = all.get(5, TimeUnit.SECONDS);
    assertThat(replies.getSuspectedMembers()).containsExactly(gone);
    assertThat(replies.getValue(c.address())).isEqualTo("c:x");
    assertThatThrownBy(() -> a.dispatcher.sendMessage(message(gone, ""), RequestOptions.SYNC()))
        .isInstanceOf(SuspectedException.class);
    hold.countDown();
  }

  @Test
  void shouldEndWaitsWhenThisMemberLeaves() throws Exception {
    CountDownLatch hold = new CountDownLatch(1);
    b.behaviour = request -> hold.await(20, TimeUnit.SECONDS);
    CompletableFuture<String> future =
        a.dispatcher.sendMessageWithFuture(message(b.address(), ""), RequestOptions.SYNC());
    a.session.leave();
    assertThatThrownBy(() -> future.get(5, TimeUnit.SECONDS))
        .hasCauseInstanceOf(InvalidStateException.class);
    assertThatThrownBy(
            () -> a.dispatcher.castMessage(null, message(null, ""), RequestOptions.SYNC()))
        .isInstanceOf(InvalidStateException.class);
    hold.countDown();
  }

  @Test
  void shouldHandleOrderedRequestsInOneOrderAtAllMembers() throws Exception {
    List<CompletableFuture<RspList<String>>> futures = new ArrayList<>();
    RequestOptions total = RequestOptions.SYNC().service(ServiceNames.TOTAL_ORDER);
    for (int i = 0; i < 100; i++) {
      for (Node node : List.of(a, b, c)) {
        G2CLMessage message = message(null, node.address() + "-" + i);
        futures.add(node.dispatcher.castMessageWithFuture(null, message, total));
      }
    }
    for (CompletableFuture<RspList<String>> future : futures) {
      assertThat(future.get(10, TimeUnit.SECONDS).numReceived()).isEqualTo(3);
    }
    assertThat(a.handled).hasSize(300).isEqualTo(b.handled).isEqualTo(c.handled);
  }

  @Test
  void shouldLetAnOrderedHandlerAskOthersAndWait() throws Exception {
    b.behaviour =
        request ->
            "b via "
                + b.dispatcher.<String>sendMessage(
                    message(c.address(), text(request)), RequestOptions.SYNC());
    RspList<String> replies =
        a.dispatcher.castMessage(
            null,
            message(null, "x"),
            RequestOptions.SYNC().service(ServiceNames.TOTAL_ORDER).timeout(5000));
    assertThat(replies.getValue(b.address())).isEqualTo("b via c:x");
  }

  @Test
  void shouldRefuseWithAnErrorWhenTheOrderedQueueIsFull() throws Exception {
    Semaphore gate = new Semaphore(0);
    b.behaviour =
        request -> {
          gate.acquire();
          gate.release();
          return "done";
        };
    a.dispatcher.sendMessage(message(b.address(), ""), RequestOptions.ASYNC());
    await().until(() -> b.handled.size() == 1);
    for (int i = 0; i < MessageDispatcher.MAX_ORDERED; i++) {
      a.dispatcher.sendMessage(message(b.address(), "fill"), RequestOptions.ASYNC());
    }
    CompletableFuture<String> refused =
        a.dispatcher.sendMessageWithFuture(message(b.address(), "late"), RequestOptions.SYNC());
    assertThatThrownBy(() -> refused.get(10, TimeUnit.SECONDS))
        .hasMessageContaining("RejectedExecutionException");
    gate.release();
    String reply =
        a.dispatcher.sendMessage(
            message(b.address(), "unordered"),
            RequestOptions.SYNC().service(ServiceNames.UNORDERED));
    assertThat(reply).isEqualTo("done");
  }

  @Test
  void shouldRefuseTotalOrderToOneMember() {
    RequestOptions total = RequestOptions.SYNC().service(ServiceNames.TOTAL_ORDER);
    assertThatThrownBy(() -> a.dispatcher.sendMessage(message(b.address(), ""), total))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("use fifo");
  }

  @Test
  void shouldRefuseMoreRequestsThanMayWait() throws Exception {
    CountDownLatch hold = new CountDownLatch(1);
    b.behaviour = request -> hold.await(20, TimeUnit.SECONDS);
    List<CompletableFuture<String>> waiting = new ArrayList<>();
    for (int i = 0; i < PendingRequests.CAPACITY; i++) {
      waiting.add(
          a.dispatcher.sendMessageWithFuture(message(b.address(), ""), RequestOptions.SYNC()));
    }
    assertThat(waiting).noneMatch(CompletableFuture::isDone);
    assertThatThrownBy(
            () -> a.dispatcher.sendMessage(message(c.address(), ""), RequestOptions.SYNC()))
        .hasMessageContaining("slow down");
    hold.countDown();
  }

  @Test
  void shouldAskAMemberOnceWhenItIsNamedTwice() throws Exception {
    RspList<String> replies =
        a.dispatcher.castMessage(
            List.of(b.address(), b.address()), message(null, "x"), RequestOptions.SYNC());
    assertThat(replies.getResults()).containsExactly("b:x");
    assertThat(b.handled).containsExactly("x");
  }

  @Test
  void shouldEndWithAnErrorWhenTheFilterThrows() {
    RspFilter broken =
        new RspFilter() {
          @Override
          public boolean isAcceptable(Object response, SocketAddress sender) {
            throw new IllegalStateException("filter is broken");
          }

          @Override
          public boolean needMoreResponses() {
            return true;
          }
        };
    RequestOptions options = RequestOptions.SYNC().setTimeout(30_000).rspFilter(broken);
    assertThatThrownBy(() -> a.dispatcher.castMessage(null, message(null, "x"), options))
        .hasMessageContaining("response filter failed")
        .hasRootCauseMessage("filter is broken");
    assertThatThrownBy(() -> a.dispatcher.sendMessage(message(b.address(), "x"), options))
        .hasMessageContaining("response filter failed");
  }

  @Test
  void shouldRefuseWhatWaitsWhenTheDispatcherIsClosed() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch hold = new CountDownLatch(1);
    b.behaviour =
        request -> {
          running.countDown();
          return hold.await(30, TimeUnit.SECONDS);
        };
    RequestOptions options = RequestOptions.SYNC().setTimeout(60_000);
    var first = a.dispatcher.sendMessageWithFuture(message(b.address(), "1"), options);
    var second = a.dispatcher.sendMessageWithFuture(message(b.address(), "2"), options);
    assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
    a.dispatcher.castMessage(null, message(null, "later"), RequestOptions.ASYNC());
    await().until(() -> a.handled.contains("later"));
    b.dispatcher.close();
    assertThatThrownBy(() -> second.get(20, TimeUnit.SECONDS))
        .hasMessageContaining("dispatcher is closed");
    assertThatThrownBy(() -> first.get(20, TimeUnit.SECONDS))
        .hasMessageContaining("InterruptedException");
  }
}
