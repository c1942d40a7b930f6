package org.g2cl.jgcs.jgroups4;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jgroups.Address;
import org.jgroups.JChannel;
import org.jgroups.View;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.pbcast.Merger;
import org.jgroups.stack.Protocol;
import org.jgroups.util.UUID;
import org.jgroups.util.Util;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NewerViewCountsTest {
  private static final int RANDOM_MAPS = 20_000;

  private final Address a = new UUID(1, 0);
  private final Address b = new UUID(2, 0);
  private final Address c = new UUID(3, 0);
  private final Address d = new UUID(4, 0);
  private final Address e = new UUID(5, 0);

  private final View all = view(4, a, b, c, d, e);

  private static View view(long number, Address... members) {
    return View.create(members[0], number, members);
  }

  /** How JGroups counts what it is given. */
  private static final class JGroups extends Merger {
    private JGroups() {
      super(null);
    }

    static Map<Address, Collection<Address>> parts(Map<Address, View> views) {
      Map<Address, View> sane = new HashMap<>(views);
      sanitizeViews(sane);
      return determineMergeCoords(sane);
    }
  }

  private static Map<Address, Collection<Address>> parts(Map<Address, View> views) {
    return JGroups.parts(NewerViewCounts.counted(views));
  }

  @Test
  void shouldCountACoordinatorThatWasPutOutByItself() {
    View without = view(5, b, c, d, e);
    Map<Address, View> views = Map.of(a, all, b, without);

    assertThat(JGroups.parts(views)).as("by JGroups").containsEntry(a, List.of(a, c, d, e));
    assertThat(parts(views)).isEqualTo(Map.of(a, List.of(a), b, List.of(b, c, d, e)));
    assertThat(NewerViewCounts.counted(views).get(a).getViewId()).isEqualTo(all.getViewId());
    assertThat((Object) NewerViewCounts.counted(views).get(b)).isSameAs(without);
  }

  @Test
  void shouldCountThoseTogetherThatWerePutOutTogether() {
    View without = view(6, b, d, e);

    assertThat(parts(Map.of(a, all, b, without)))
        .isEqualTo(Map.of(a, List.of(a, c), b, List.of(b, d, e)));
    assertThat(parts(Map.of(a, all, c, all, b, without)))
        .isEqualTo(Map.of(a, List.of(a, c), b, List.of(b, d, e)));
  }

  @Test
  void shouldCountEachByItselfWhenOneAfterTheOtherWasPutOut() {
    assertThat(parts(Map.of(a, all, b, view(5, b, c, d, e), c, view(6, c, d, e))))
        .isEqualTo(Map.of(a, List.of(a), b, List.of(b), c, List.of(c, d, e)));
  }

  @Test
  void shouldLeaveWhoSaysThatItHasAViewInIt() {
    Map<Address, View> views = Map.of(a, all, c, all, b, view(5, b, c, d, e));

    assertThat(NewerViewCounts.counted(views).get(a).getMembers()).containsExactly(a, c);
    assertThat(NewerViewCounts.counted(views).get(c).getMembers()).containsExactly(a, c);
    assertThat(NewerViewCounts.counted(views).get(b).getMembers()).containsExactly(b, c, d, e);
  }

  @Test
  void shouldLeaveAllElseToJGroups() {
    unchanged(Map.of(a, view(5, a, b, d, e), c, all)); // its coordinator goes on
    unchanged(Map.of(a, view(5, a, b, c, d, e), c, all)); // on its way to c
    unchanged(Map.of(a, view(5, a), b, view(5, b, c, d, e)));
    unchanged(Map.of(a, view(5, a, b, c, d, e), b, view(5, b, c, d, e))); // neither is newer
    unchanged(Map.of(a, view(9, a, c), b, view(5, b, c, d))); // they never were together
    unchanged(Map.of(a, all, b, all, c, all));
    unchanged(Map.of());
  }

  private static void unchanged(Map<Address, View> views) {
    Map<Address, View> counted = NewerViewCounts.counted(views);
    assertThat(counted.keySet()).isEqualTo(views.keySet());
    counted.forEach((holder, view) -> assertThat((Object) view).isSameAs(views.get(holder)));
  }

  @Test
  void shouldNeitherChangeWhoDoesTheMergeNorLoseAMemberWhateverTheViews() {
    Random random = new Random(7);
    for (int i = 0; i < RANDOM_MAPS; i++) {
      Map<Address, View> views = randomViews(random);
      Map<Address, View> counted = NewerViewCounts.counted(views);
      String both = views + " became " + counted;
      assertThat(counted.keySet()).as("%s", both).isEqualTo(views.keySet());
      assertThat(members(counted)).as("%s", both).isEqualTo(members(views));
      assertThat(Util.determineActualMergeCoords(counted))
          .as("%s", both)
          .isEqualTo(Util.determineActualMergeCoords(views));
      counted.forEach((holder, view) -> check(holder, view, views.get(holder), both));
    }
  }

  private static void check(Address holder, View counted, View own, String both) {
    List<Address> inOrder = new ArrayList<>(own.getMembers());
    inOrder.retainAll(counted.getMembers());
    assertThat(counted.getMembers()).as("%s", both).isEqualTo(inOrder).contains(holder);
    assertThat(counted.getCoord()).as("%s", both).isEqualTo(own.getCoord());
    assertThat(counted.getViewId()).as("%s", both).isEqualTo(own.getViewId());
  }

  private static Set<Address> members(Map<Address, View> views) {
    Set<Address> members = new HashSet<>();
    views.values().forEach(view -> members.addAll(view.getMembers()));
    return members;
  }

  /** Each of some views has one or two members that say that they have it. */
  private Map<Address, View> randomViews(Random random) {
    Map<Address, View> views = new HashMap<>();
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      List<Address> members = new ArrayList<>(Arrays.asList(a, b, c, d, e));
      Collections.shuffle(members, random);
      int size = 1 + random.nextInt(5);
      View view = view(1 + random.nextInt(6), members.subList(0, size).toArray(Address[]::new));
      if (!views.containsValue(view)) {
        views.putIfAbsent(view.getMembers().get(random.nextInt(size)), view);
        views.putIfAbsent(view.getCoord(), view);
      }
    }
    return views;
  }

  @ParameterizedTest
  @ValueSource(strings = {"tcp.xml", "udp.xml"})
  void shouldStandAboveMerge3InTheShippedStacks(String stack) throws Exception {
    try (InputStream shipped = Stack.class.getResourceAsStream(stack)) {
      String text = new String(shipped.readAllBytes(), StandardCharsets.UTF_8);
      String xml = text.replaceFirst("<(UDP|\\S+Tcp) ", "<$1 bind_port=\"7800\" ");
      try (JChannel channel =
          new JChannel(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)))) {
        Protocol merges = channel.getProtocolStack().findProtocol(MERGE3.class);
        Protocol above = merges.getUpProtocol();
        assertThat(above).isInstanceOf(NewerViewCounts.class);
      }
    }
  }
}
