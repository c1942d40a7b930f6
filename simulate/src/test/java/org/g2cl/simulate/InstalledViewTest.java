package org.g2cl.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.sf.jgcs.MembershipID;
import org.junit.jupiter.api.Test;

/** The audit of I5. */
class InstalledViewTest {
  private static final InstalledView FIRST = view(1, "a");
  private static final InstalledView SECOND = view(2, "a", "b");
  private static final InstalledView THIRD = view(3, "a", "b", "c");

  private record Id(int number) implements MembershipID {
    @Override
    public String toString() {
      return "view " + number;
    }
  }

  private static InstalledView view(int id, String... members) {
    return new InstalledView(
        new Id(id),
        Stream.of(members)
            .<SocketAddress>map(name -> InetSocketAddress.createUnresolved(name, 1))
            .toList());
  }

  @Test
  void shouldFindNothingWhereEachMissesSomeViewsOfTheOther() {
    var views =
        Map.of("a", List.of(FIRST, SECOND, THIRD), "b", List.of(THIRD), "c", List.of(FIRST, THIRD));

    assertThat(InstalledView.differing(views)).isEmpty();
    assertThat(InstalledView.disordered(views)).isEmpty();
  }

  @Test
  void shouldFindAViewOfWhichTwoNodesHaveDifferentMembers() {
    var views = Map.of("a", List.of(FIRST, SECOND), "b", List.of(view(2, "b", "a")));

    assertThat(InstalledView.differing(views).orElseThrow()).startsWith("view 2 has the members");
  }

  @Test
  void shouldFindTwoViewsThatTwoNodesInstallInDifferentOrders() {
    var views = Map.of("a", List.of(FIRST, SECOND, THIRD), "b", List.of(FIRST, THIRD, SECOND));

    assertThat(InstalledView.differing(views)).isEmpty();
    assertThat(InstalledView.disordered(views).orElseThrow()).contains("view 2", "view 3");
  }

  @Test
  void shouldFindAViewThatANodeInstallsAgain() {
    var views = Map.of("a", List.of(FIRST, SECOND, FIRST));

    assertThat(InstalledView.disordered(views).orElseThrow()).contains("view 1", "view 2");
  }
}
