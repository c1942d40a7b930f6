package org.g2cl.jgcs.jgroups4;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jgroups.Address;
import org.jgroups.JChannel;
import org.jgroups.View;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LargerPartLeadsTest {
  private final Address a = new UUID(1, 0);
  private final Address b = new UUID(2, 0);
  private final Address c = new UUID(3, 0);
  private final Address d = new UUID(4, 0);

  private final LargerPartLeads rule = new LargerPartLeads();

  private List<Address> merged(List<Collection<Address>> parts) {
    return rule.getNewMembership(parts);
  }

  @Test
  void shouldPutTheLargestPartFirstEachInItsOwnOrder() {
    assertThat(merged(List.of(List.of(a), List.of(d, b), List.of(c)))).containsExactly(d, b, a, c);
    assertThat(merged(List.of(List.of(d, c, b), List.of(a)))).containsExactly(d, c, b, a);
  }

  @Test
  void shouldTakeThePartsInTheOrderOfTheirNewestView() {
    View before = View.create(d, 2, d, b, c);
    View newest = View.create(d, 3, d, b);
    rule.mergeOf(List.of(before, newest));

    assertThat(merged(List.of(List.of(b, d), List.of(c)))).containsExactly(d, b, c);
    rule.mergeOf(List.of(newest));
    assertThat(merged(List.of(List.of(c, a), List.of(b)))).containsExactly(c, a, b);
  }

  @Test
  void shouldTakeTheLowestCoordinatorOfPartsOfOneSizeWhateverTheirOrder() {
    List<Collection<Address>> parts = List.of(List.of(c, a), List.of(b, d));
    List<Collection<Address>> turned = List.of(List.of(b, d), List.of(c, a));

    assertThat(merged(parts)).containsExactly(b, d, c, a);
    assertThat(merged(turned)).containsExactly(b, d, c, a);
  }

  @Test
  void shouldNameNobodyTwiceAndPassEmptyPartsOver() {
    assertThat(merged(List.of(List.of(), List.of(b, c), List.of(c, a), List.of(a))))
        .containsExactly(b, c, a);
    assertThat(merged(List.of())).isEmpty();
  }

  @Test
  void shouldLeaveJoinsAndLeavesToJGroups() {
    List<Address> members = new ArrayList<>(List.of(c, b));

    assertThat(rule.getNewMembership(members, List.of(a), List.of(), List.of()))
        .containsExactly(c, b, a);
    assertThat(rule.getNewMembership(members, List.of(a, d), List.of(c), List.of(b)))
        .containsExactly(a, d);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tcp.xml", "udp.xml"})
  void shouldBeTheRuleOfTheShippedStacks(String stack) throws Exception {
    try (InputStream shipped = Stack.class.getResourceAsStream(stack)) {
      String text = new String(shipped.readAllBytes(), StandardCharsets.UTF_8);
      String xml = text.replaceFirst("<(UDP|\\S+Tcp) ", "<$1 bind_port=\"7800\" ");
      try (JChannel channel =
          new JChannel(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)))) {
        GMS views = channel.getProtocolStack().findProtocol(GMS.class);
        assertThat(views.getMembershipChangePolicy()).isInstanceOf(LargerPartLeads.class);
      }
    }
  }
}
