package org.g2cl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import net.sf.jgcs.Membership;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.spi.ViewMembership;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How requests end when they do not end by their responses. */
class RequestEndTest {
  private static final Duration WAIT = Duration.ofSeconds(30);
  private static final Duration SOON = Duration.ofSeconds(10);

  private final TestGroup group = new TestGroup();

  @AfterEach
  void close() throws Exception {
    group.close();
  }

  private MessageDispatcher member(String name, RequestHandler handler) throws Exception {
    var dispatcher = new MessageDispatcher(group.session(name), 1, handler);
    dispatcher.session().join();
    return dispatcher;
  }

  private static SocketAddress address(MessageDispatcher dispatcher) {
    return dispatcher.session().localAddress();
  }

  private static G2CLMessage message(SocketAddress dest) {
    return new G2CLMessage(dest, new byte[1]);
  }

  @Test
  void shouldReachNobodyWhenCastToNobodyInTotalOrder() throws Exception {
    List<String> handled = new ArrayList<>();
    MessageDispatcher a = member("a", request -> handled.add("request " + request.getLength()));
    RequestOptions total = RequestOptions.SYNC().service(ServiceNames.TOTAL_ORDER);
    assertThat(a.castMessage(List.of(), message(null), total).size()).isZero();
    a.castMessage(null, new G2CLMessage(null), total); // comes after the other one
    assertThat(handled).containsExactly("request 0");
  }

  @Test
  void shouldReachTheOthersWhenOneOfThoseAskedHasLeft() throws Exception {
    MessageDispatcher a = member("a", null);
    MessageDispatcher b = member("b", request -> "b");
    MessageDispatcher c = member("c", request -> "c");
    group.awaitMembers(3);
    SocketAddress gone = address(b);
    b.session().leave();
    group.awaitMembers(2);
    RspList<String> answers =
        a.castMessage(
            List.of(gone, address(c)), message(null), RequestOptions.SYNC().timeout(WAIT));
    assertThat(answers.getValue(address(c))).isEqualTo("c");
    assertThat(answers.isSuspected(gone)).isTrue();
  }

  private static final RspFilter NONE =
      new RspFilter() {
        @Override
        public boolean isAcceptable(Object response, SocketAddress sender) {
          return false;
        }

        @Override
        public boolean needMoreResponses() {
          return true;
        }
      };

  @Test
  void shouldEndAtOnceWhenTheFilterRefusesTheOnlyResponse() throws Exception {
    MessageDispatcher a = member("a", request -> "no");
    CompletableFuture<Object> request =
        a.sendMessageWithFuture(
            message(address(a)), new RequestOptions().rspFilter(NONE)); // ten minutes
    assertThat(request.get(WAIT.toSeconds(), TimeUnit.SECONDS)).isNull();
  }

  @Test
  void shouldTellTheCallerWhenTheReplyCannotBeSent() throws Exception {
    MessageDispatcher a = member("a", request -> new byte[Frame.MAX_PAYLOAD + 1]);
    assertThatThrownBy(() -> a.sendMessage(message(address(a)), new RequestOptions().timeout(WAIT)))
        .isInstanceOf(RemoteInvocationException.class)
        .hasMessageContaining(IllegalArgumentException.class.getName());
  }

  /** Session that finds no memory for what it sends at first. */
  private static MarshalDataSession failingOnce(MarshalDataSession session) {
    var failed = new AtomicBoolean();
    return (MarshalDataSession)
        Proxy.newProxyInstance(
            RequestEndTest.class.getClassLoader(),
            new Class<?>[] {MarshalDataSession.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("send") && failed.compareAndSet(false, true)) {
                throw new OutOfMemoryError("meant by the test");
              }
              return method.invoke(session, arguments);
            });
  }

  @Test
  void shouldTellTheCallerWhenTheReplyCannotBeSentForAnError() throws Exception {
    MarshalDataSession b = narrowMember(failingOnce(group.session("b")), request -> "b", 1000);
    MessageDispatcher a = member("a", null);
    group.awaitMembers(2);
    RequestOptions options = RequestOptions.SYNC().timeout(WAIT);
    assertThatThrownBy(() -> a.sendMessage(message(b.localAddress()), options))
        .isInstanceOf(RemoteInvocationException.class)
        .hasMessageContaining(OutOfMemoryError.class.getName());
    assertThat(b.scheduler().failures()).isEqualTo(1);
  }

  @Test
  void shouldHandleAllOneWayRequestsHoweverQuickTheyCome() throws Exception {
    CountDownLatch start = new CountDownLatch(1);
    AtomicInteger handled = new AtomicInteger();
    MessageDispatcher b =
        member(
            "b",
            request -> {
              start.await(WAIT.toSeconds(), TimeUnit.SECONDS);
              return handled.incrementAndGet();
            });
    MessageDispatcher a = member("a", null);
    group.awaitMembers(2);
    int count = MessageDispatcher.MAX_ORDERED + 5_000;
    for (int i = 0; i < count; i++) {
      a.castMessage(List.of(address(b)), message(null), RequestOptions.ASYNC());
    }
    start.countDown();
    await().atMost(WAIT).until(() -> handled.get() == count);
  }

  /** Member whose dispatcher lets ordered requests of so many bytes wait. */
  private MarshalDataSession narrowMember(RequestHandler handler, long maxBytes) throws Exception {
    return narrowMember(group.session("narrow"), handler, maxBytes);
  }

  private static MarshalDataSession narrowMember(
      MarshalDataSession session, RequestHandler handler, long maxBytes) throws Exception {
    var requests = new IncomingRequests(session, 1, handler, maxBytes);
    session.register(1, message -> requests.onRequest(message, message.header()));
    session.join();
    return session;
  }

  @Test
  void shouldRefuseOrderedRequestsOfTooManyBytes() throws Exception {
    CountDownLatch start = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(1);
    MarshalDataSession b =
        narrowMember(
            request -> {
              begun.countDown();
              return start.await(WAIT.toSeconds(), TimeUnit.SECONDS);
            },
            1000);
    MessageDispatcher a = member("a", null);
    group.awaitMembers(2);
    RequestOptions options = RequestOptions.SYNC().timeout(WAIT);
    List<CompletableFuture<Boolean>> answers = new ArrayList<>();
    for (int length : new int[] {5000, 400, 500, 200, 100}) {
      G2CLMessage request = new G2CLMessage(b.localAddress(), new byte[length]);
      answers.add(a.sendMessageWithFuture(request, options));
      begun.await();
    }
    assertThatThrownBy(() -> answers.get(3).get(WAIT.toSeconds(), TimeUnit.SECONDS))
        .hasMessageContaining("RejectedExecutionException");
    start.countDown();
    for (int i : new int[] {0, 1, 2, 4}) {
      assertThat(answers.get(i).get(WAIT.toSeconds(), TimeUnit.SECONDS)).as("%s", i).isTrue();
    }
  }

  /** Scheduler whose workers fail for a while, as when they find no thread. */
  private static Scheduler withoutThreads(AtomicInteger times, Supplier<Error> failure) {
    Scheduler live = Scheduler.live();
    return (Scheduler)
        Proxy.newProxyInstance(
            RequestEndTest.class.getClassLoader(),
            new Class<?>[] {Scheduler.class},
            (proxy, method, arguments) -> {
              Object result = method.invoke(live, arguments);
              return result instanceof Scheduler.Worker worker
                  ? failing(worker, times, failure)
                  : result;
            });
  }

  private static Scheduler.Worker failing(
      Scheduler.Worker worker, AtomicInteger times, Supplier<Error> failure) {
    return new Scheduler.Worker() {
      @Override
      public boolean offer(Runnable task) {
        if (times.getAndDecrement() > 0) {
          throw failure.get();
        }
        return worker.offer(task);
      }

      @Override
      public void close() {
        worker.close();
      }
    };
  }

  @Test
  void shouldRefuseOrderedRequestsForWantOfAThreadAndKeepNoPlaceForThem() throws Exception {
    Scheduler scheduler =
        withoutThreads(new AtomicInteger(5), () -> new OutOfMemoryError("no thread"));
    MarshalDataSession b = narrowMember(with(group.session("b"), scheduler), request -> "b", 1000);
    MessageDispatcher a = member("a", null);
    group.awaitMembers(2);
    RequestOptions options = RequestOptions.SYNC().timeout(WAIT);
    G2CLMessage request = new G2CLMessage(b.localAddress(), new byte[400]);
    for (int i = 0; i < 5; i++) {
      assertThatThrownBy(() -> a.sendMessage(request, options))
          .hasMessageContaining("RejectedExecutionException")
          .hasMessageContaining("no thread");
    }
    assertThat(scheduler.failures()).isEqualTo(5);
    assertThat(a.<String>sendMessage(request, options)).isEqualTo("b");
  }

  /** Error that cannot be described, as when memory is out. */
  private static final class Indescribable extends InternalError {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new InternalError("meant by the test");
    }
  }

  @Test
  void shouldRefuseARequestThoughWhatKeepsItFromBeingQueuedCannotBeDescribed() throws Exception {
    Scheduler scheduler = withoutThreads(new AtomicInteger(1), Indescribable::new);
    MarshalDataSession b = narrowMember(with(group.session("b"), scheduler), request -> "b", 1000);
    MessageDispatcher a = member("a", null);
    group.awaitMembers(2);
    RequestOptions options = RequestOptions.SYNC().timeout(SOON);
    assertThatThrownBy(() -> a.sendMessage(message(b.localAddress()), options))
        .hasMessageContaining("it cannot be queued just now");
    assertThat(a.<String>sendMessage(message(b.localAddress()), options)).isEqualTo("b");
  }

  /** While there is no thread, what comes could overtake what waits. */
  @Test
  void shouldKeepItsThreadThoughAFailureOfAHandlerCanNeitherBeToldNorLogged() throws Exception {
    List<Thread> threads = new CopyOnWriteArrayList<>();
    MessageDispatcher b =
        member(
            "b",
            request -> {
              threads.add(Thread.currentThread());
              if (threads.size() == 1) {
                throw new Indescribable();
              }
              return "b";
            });
    MessageDispatcher a = member("a", null);
    group.awaitMembers(2);
    RequestOptions options = RequestOptions.SYNC().timeout(SOON);
    CompletableFuture<Object> failed = a.sendMessageWithFuture(message(address(b)), options);
    assertThat(a.<String>sendMessage(message(address(b)), options)).isEqualTo("b");
    assertThat(threads.get(1)).isSameAs(threads.get(0));
    assertThat(failed.cancel(false)).isTrue();
  }

  /** The session, with another scheduler. */
  private static MarshalDataSession with(MarshalDataSession session, Scheduler scheduler) {
    return (MarshalDataSession)
        Proxy.newProxyInstance(
            RequestEndTest.class.getClassLoader(),
            new Class<?>[] {MarshalDataSession.class},
            (proxy, method, arguments) ->
                method.getName().equals("scheduler")
                    ? scheduler
                    : method.invoke(session, arguments));
  }

  @Test
  void shouldHandleAllOneWayRequestsHoweverManyBytesTheyAre() throws Exception {
    AtomicInteger handled = new AtomicInteger();
    MarshalDataSession b = narrowMember(request -> handled.incrementAndGet(), 1000);
    MessageDispatcher a = member("a", null);
    group.awaitMembers(2);
    for (int i = 0; i < 500; i++) {
      G2CLMessage request = new G2CLMessage(null, new byte[400]);
      a.castMessage(List.of(b.localAddress()), request, RequestOptions.ASYNC());
    }
    await().atMost(WAIT).until(() -> handled.get() == 500);
  }

  @Test
  void shouldGoOnDeliveringWhenAHandlerWaitsForWhatComesBehindTooManyRequests() throws Exception {
    AtomicReference<MessageDispatcher> own = new AtomicReference<>();
    AtomicReference<Object> heard = new AtomicReference<>();
    MessageDispatcher a = member("a", request -> "answer");
    MessageDispatcher b =
        member(
            "b",
            request -> {
              if (heard.get() == null) {
                heard.set("nothing");
                heard.set(own.get().sendMessage(message(address(a)), new RequestOptions()));
              }
              return null;
            });
    own.set(b);
    group.awaitMembers(2);
    for (int i = 0; i < MessageDispatcher.MAX_ORDERED + 5_000; i++) {
      a.castMessage(List.of(address(b)), message(null), RequestOptions.ASYNC());
    }
    await().atMost(WAIT).until(() -> "answer".equals(heard.get()));
  }

  @Test
  void shouldEndWhenItsDispatcherIsClosedWhileItBegins() throws Exception {
    MarshalDataSession a = group.session("a");
    MarshalDataSession b = group.session("b");
    b.register(1, request -> {});
    a.join();
    b.join();
    group.awaitMembers(2);
    SocketAddress to = b.localAddress();
    for (int round = 0; round < 300; round++) {
      MessageDispatcher dispatcher = new MessageDispatcher(a, 1, null);
      List<CompletableFuture<Object>> requests = new ArrayList<>();
      CountDownLatch begun = new CountDownLatch(1);
      Thread asker =
          new Thread(
              () -> {
                CompletableFuture<Object> request;
                do {
                  request = dispatcher.sendMessageWithFuture(message(to), RequestOptions.SYNC());
                  requests.add(request);
                  begun.countDown();
                } while (!request.isCompletedExceptionally());
              });
      asker.start();
      begun.await();
      dispatcher.close();
      asker.join();
      assertThat(requests).as("round %d", round).allMatch(CompletableFuture::isDone);
    }
  }

  @Test
  void shouldEndTheFutureWithWhateverIsWrongWithTheRequest() throws Exception {
    MessageDispatcher a = member("a", null);
    assertThat(a.sendMessageWithFuture(message(null), RequestOptions.SYNC()))
        .isCompletedExceptionally();
    RequestOptions wrong = RequestOptions.SYNC().service(ServiceNames.TOTAL_ORDER).anycasting(true);
    assertThat(a.castMessageWithFuture(null, message(null), wrong)).isCompletedExceptionally();
  }

  /** Address that no table takes at first, as where memory is out. */
  private static final class Unlisted extends SocketAddress {
    private static final long serialVersionUID = 1L;

    private final AtomicBoolean failed = new AtomicBoolean();

    @Override
    public int hashCode() {
      if (failed.compareAndSet(false, true)) {
        throw new InternalError("meant by the test");
      }
      return 1;
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }
  }

  @Test
  void shouldEndAtItsTimeOutWhenAnErrorHasKeptItFromEndingByItsResponses() {
    SocketAddress member = new Unlisted();
    var request =
        new GroupRequest<Object>(
            new PendingRequests(Scheduler.live()), List.of(member), RequestOptions.SYNC(), null);
    assertThatThrownBy(() -> request.onResponse(member, Rsp.of("answer")))
        .isInstanceOf(InternalError.class);
    assertThat(request).isNotDone();

    request.expire();
    assertThat(request).isDone();
    assertThat(request.join().getValue(member)).isEqualTo("answer");
  }

  private static final SocketAddress A = InetSocketAddress.createUnresolved("member", 1);
  private static final SocketAddress B = InetSocketAddress.createUnresolved("member", 2);

  /** Session in which nothing that is sent arrives. */
  private static final class Deaf {
    final AtomicReference<Membership> view = new AtomicReference<>();
    final List<Consumer<Membership>> listeners = new ArrayList<>();
    final MarshalDataSession session =
        (MarshalDataSession)
            Proxy.newProxyInstance(
                Deaf.class.getClassLoader(),
                new Class<?>[] {MarshalDataSession.class},
                (proxy, method, args) -> call(method.getName(), args));

    @SuppressWarnings("unchecked") // its type is that of the method's parameter
    private Object call(String method, Object[] args) {
      return switch (method) {
        case "membership" -> view.get();
        case "localAddress" -> A;
        case "scheduler" -> Scheduler.live();
        case "addMembershipListener" -> {
          listeners.add((Consumer<Membership>) args[0]);
          yield (Registration) () -> {};
        }
        case "register", "addDepartureListener" -> (Registration) () -> {};
        default -> null;
      };
    }

    /** Installs a view of both members, into which the other came by a merge or not. */
    Membership install(boolean merge) {
      Membership next =
          new ViewMembership(
              null, A, List.of(A, B), merge ? List.of(B) : List.of(), List.of(), List.of(), merge);
      view.set(next);
      return next;
    }

    void tell(Membership next) {
      listeners.forEach(listener -> listener.accept(next));
    }
  }

  @Test
  void shouldEndWhenAMergeBringsTheMemberBackThatWasAsked() {
    Deaf deaf = new Deaf();
    deaf.install(false);
    MessageDispatcher dispatcher = new MessageDispatcher(deaf.session, 1, null);
    CompletableFuture<RspList<Object>> cast =
        dispatcher.castMessageWithFuture(List.of(B), message(null), RequestOptions.SYNC());
    CompletableFuture<Object> one =
        dispatcher.sendMessageWithFuture(message(B), RequestOptions.SYNC());
    deaf.tell(deaf.install(false));
    assertThat(one).isNotDone();
    deaf.tell(deaf.install(true));
    assertThat(one).isCompletedExceptionally();
    assertThat(cast.join().isSuspected(B)).isTrue();
    dispatcher.close();
  }

  @Test
  void shouldWaitForAMemberThatIsAskedAfterTheMergeThatBroughtIt() {
    Deaf deaf = new Deaf();
    deaf.install(false);
    MessageDispatcher dispatcher = new MessageDispatcher(deaf.session, 1, null);
    Membership merge = deaf.install(true);
    CompletableFuture<Object> one =
        dispatcher.sendMessageWithFuture(message(B), RequestOptions.SYNC());
    deaf.tell(merge);
    assertThat(one).isNotDone();
    dispatcher.close();
  }
}
