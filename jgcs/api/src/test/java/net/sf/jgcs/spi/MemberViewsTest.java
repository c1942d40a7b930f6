package net.sf.jgcs.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MemberViewsTest {
  private static final int MOST_WAITING = 64;

  private final MemberViews<String, InetSocketAddress> views =
      new MemberViews<>(MemberViewsTest::address, name -> name.startsWith("leaver"));
  private final ExecutorService threads = Executors.newCachedThreadPool();

  private static InetSocketAddress address(String name) {
    return InetSocketAddress.createUnresolved(name, 1);
  }

  @AfterEach
  void close() {
    views.close();
    threads.shutdown();
  }

  private void install(long number, String... members) {
    views.install(
        new CountedViewId(address("a"), number),
        number,
        List.of(members),
        address("a"),
        null,
        view -> {});
  }

  private CompletableFuture<InetSocketAddress> awaited(String sender) {
    return CompletableFuture.supplyAsync(() -> views.awaitMember(sender), threads);
  }

  @Test
  void shouldWaitForTheViewOfAnUnknownSender() {
    install(1, "a");
    CompletableFuture<InetSocketAddress> sender = awaited("b");
    install(2, "a", "b");
    assertThat(sender).succeedsWithin(Duration.ofSeconds(20)).isEqualTo(address("b"));
  }

  @Test
  void shouldNotWaitForOneThatLeft() {
    install(1, "a", "leaver");
    install(2, "a");
    long begin = System.nanoTime();
    for (int i = 0; i < 20; i++) {
      assertThat(views.awaitMember("leaver")).isNull();
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(20));
  }

  @Test
  void shouldWaitForOneThatFailedAsItMayComeBackByAMerge() {
    install(1, "a", "b");
    install(2, "a");
    CompletableFuture<InetSocketAddress> sender = awaited("b");
    install(3, "a", "b");
    assertThat(sender).succeedsWithin(Duration.ofSeconds(20)).isEqualTo(address("b"));
  }

  @Test
  void shouldLetOnlySoManyWait() {
    install(1, "a");
    List<CompletableFuture<InetSocketAddress>> senders = new ArrayList<>();
    for (int i = 0; i <= MOST_WAITING; i++) {
      senders.add(awaited("stranger"));
    }
    await().atMost(Duration.ofSeconds(20)).until(() -> senders.stream().anyMatch(s -> s.isDone()));
    assertThat(senders).as("the others wait").anyMatch(sender -> !sender.isDone());
  }

  @Test
  void shouldLookUpWithoutWaiting() {
    install(1, "a");
    assertThat(views.member("a")).isEqualTo(address("a"));
    assertThat(views.member("b")).isNull();
  }
}
