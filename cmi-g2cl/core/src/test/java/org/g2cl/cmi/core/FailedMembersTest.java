package org.g2cl.cmi.core;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How long members that failed count, and as what. */
class FailedMembersTest {
  private static final SocketAddress A = InetSocketAddress.createUnresolved("a", 1);
  private static final SocketAddress D = InetSocketAddress.createUnresolved("d", 1);

  private final AtomicLong now = new AtomicLong();
  private final FailedMembers failed = new FailedMembers(now::get);

  @Test
  void shouldCountAsWhatTheyHadAnnouncedAsLongAsThePatienceLasts() {
    failed.announced(D, 1);
    failed.view(List.of(A), List.of(D));
    assertThat(failed.lacking(1)).isEmpty();
    assertThat(failed.lacking(2)).containsExactly(D);

    now.addAndGet(AnnouncedForms.PATIENCE.toNanos());
    assertThat(failed.lacking(2)).containsExactly(D);
    now.incrementAndGet();
    assertThat(failed.lacking(2)).isEmpty();
  }

  /** Every call asks, and a view may be noted just then. */
  @Test
  void shouldTellWhoCountsWithoutWaitingForOthers() throws Exception {
    failed.view(List.of(A), List.of(D));
    synchronized (failed) {
      assertThat(CompletableFuture.supplyAsync(() -> failed.lacking(1)).get(20, SECONDS))
          .containsExactly(D);
    }
  }

  @Test
  void shouldNotCountWhoIsBackOrLeft() {
    failed.view(List.of(A), List.of(D));
    failed.view(List.of(A, D), List.of());
    assertThat(failed.lacking(1)).as("the view counts").isEmpty();
    failed.view(List.of(A), List.of());
    assertThat(failed.lacking(1)).as("it left").isEmpty();
  }
}
