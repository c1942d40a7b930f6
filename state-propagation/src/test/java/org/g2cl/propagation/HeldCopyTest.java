package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;
import org.g2cl.propagation.Cluster.Member;
import org.junit.jupiter.api.Test;

class HeldCopyTest {
  private static final SessionId CART = new SessionId("cart-1");
  private static final SessionId OTHER = new SessionId("cart-2");

  @Test
  void shouldTellTheSameOfACopyThatIsLookedUpAloneAsAmongAllButItsSum() throws Exception {
    try (Cluster cluster = new Cluster("a", "b", "c")) {
      Member a = cluster.member("a");
      a.create(CART, "one");
      a.append(CART, "r1", "two");
      a.create(OTHER, "one");
      a.remove(OTHER, "r2");
      for (Member member : new Member[] {a, cluster.backupOf("a", CART)}) {
        for (HeldCopy among : member.propagation().heldCopies()) {
          HeldCopy alone = member.propagation().heldCopy(among.session()).orElseThrow();
          assertThat(alone).usingRecursiveComparison().ignoringFields("content").isEqualTo(among);
          assertHasNoSum(alone);
          assertThat(among.toString()).startsWith(alone + ", sum ");
        }
      }
    }
  }

  private static void assertHasNoSum(HeldCopy alone) {
    assertThatThrownBy(alone::digest)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("session " + alone.session())
        .hasMessageContaining("heldCopies");
  }

  /** As of a propagation that has nothing better than the interface's way to look one up. */
  @Test
  void shouldGiveACopyThatIsLookedUpAloneWithoutItsContentWhoeverImplementsIt() {
    HeldCopy whole = new HeldCopy(CART, true, Snapshot.tombstone(null, 0, Stamp.NONE));
    StatePropagation simple =
        (StatePropagation)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {StatePropagation.class},
                (proxy, method, arguments) ->
                    method.getName().equals("heldCopies")
                        ? List.of(whole)
                        : InvocationHandler.invokeDefault(proxy, method, arguments));
    assertHasNoSum(simple.heldCopy(CART).orElseThrow());
    assertThat(simple.heldCopy(OTHER)).isEmpty();
  }

  @Test
  void shouldFindNoCopyOfASessionThatIsNotThere() throws Exception {
    try (Cluster cluster = new Cluster("a", "b")) {
      assertThat(cluster.member("a").propagation().heldCopy(CART)).isEmpty();
    }
  }
}
