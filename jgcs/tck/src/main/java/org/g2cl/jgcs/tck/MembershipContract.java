package org.g2cl.jgcs.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.SocketAddress;
import java.util.List;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.InvalidStateException;
import net.sf.jgcs.Membership;
import net.sf.jgcs.MembershipListener;
import net.sf.jgcs.MembershipSession;
import org.junit.jupiter.api.Test;

/** Views: of one member, of several, and how they change. */
public abstract class MembershipContract extends ContractTest {
  /** For the subclass of a binding. */
  protected MembershipContract() {}

  @Test
  void shouldSeeItselfAloneInOneView() throws Exception {
    Member a = joined("a").get(0);
    SocketAddress address = a.address();
    Membership view = a.lastView();
    assertThat(view.getJoinedMembers()).containsExactly(address);
    assertThat(view.getMembershipList()).containsExactly(address);
    assertThat(view.getLocalRank()).isEqualTo(view.getCoordinatorRank());
    assertThat(view.getMemberAddress(view.getLocalRank())).isEqualTo(address);
    assertThat(view.getMemberRank(address)).isEqualTo(view.getLocalRank());
    assertThat(view.getMemberAddress(7)).isNull();
    assertThat(view.getLeavedMembers()).isNotNull().isEmpty();
    assertThat(view.getFailedMembers()).isNotNull().isEmpty();
    a.control().leave();
    assertThat(a.views()).hasSize(1);
    assertThat(a.exclusions()).isEmpty();
  }

  @Test
  void shouldBeOutOfTheGroupWhenLeftWhileJoining() throws Exception {
    Member a = joined("a").get(0);
    Member b = member("b");
    b.control().setMembershipListener(new LeaveInFirstView(b.control()));
    assertThatThrownBy(() -> b.control().join()).isInstanceOf(GroupException.class);
    assertThat(b.address()).isNull();
    assertThatThrownBy(() -> b.control().getMembership()).isInstanceOf(InvalidStateException.class);
    // more than three: a merge may bring a member back that is not told yet that it may go
    await("a view of one again", () -> a.views().size() >= 3 && a.sees(1));
    b.control().setMembershipListener(b);
    b.control().join();
    await("a view of two", () -> a.sees(2) && b.sees(2));
  }

  /** The first view is delivered before join returns, so this is while joining. */
  private record LeaveInFirstView(MembershipSession session) implements MembershipListener {
    @Override
    public void onMembershipChange() {
      try {
        session.leave();
      } catch (GroupException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void onExcluded() {}
  }

  @Test
  void shouldShowTheSameViewToAllMembers() throws Exception {
    List<Member> members = joined("a", "b", "c");
    Membership view = members.get(0).lastView();
    for (Member member : members) {
      assertThat(member.lastView().getMembershipList()).isEqualTo(view.getMembershipList());
      assertThat(member.lastView().getMembershipID()).isEqualTo(view.getMembershipID());
      assertThat(member.lastView().getCoordinatorRank()).isEqualTo(view.getCoordinatorRank());
      assertThat(member.control().getMembership().getMembershipList()).contains(member.address());
    }
    Membership first = members.get(2).views().get(0);
    assertThat(first.getJoinedMembers()).isEqualTo(first.getMembershipList());
  }

  @Test
  void shouldNameJoinedAndLeftMembers() throws Exception {
    List<Member> members = joined("a", "b");
    Member a = members.get(0);
    SocketAddress b = members.get(1).address();
    assertThat(a.lastView().getJoinedMembers()).containsExactly(b);
    members.get(1).control().leave();
    await("a view of one", () -> a.sees(1));
    assertThat(a.lastView().getLeavedMembers()).containsExactly(b);
    assertThat(a.lastView().getFailedMembers()).isEmpty();
    assertThat(members.get(1).exclusions()).isEmpty();
  }

  @Test
  void shouldGoOnWhenTheCoordinatorLeaves() throws Exception {
    List<Member> members = joined("a", "b", "c");
    members.get(0).control().leave();
    Member b = members.get(1);
    Member c = members.get(2);
    await("a view of two", () -> b.sees(2) && c.sees(2));
    assertThat(b.lastView().getMembershipID()).isEqualTo(c.lastView().getMembershipID());
    assertThat(b.lastView().getCoordinatorRank()).isZero();
  }

  @Test
  void shouldNameAKilledMemberAsFailed() throws Exception {
    List<Member> members = joined("a", "b");
    Runnable kill = binding().addVictim("victim");
    awaitStarted("a view of three", () -> members.stream().allMatch(m -> m.sees(3)));
    SocketAddress victim = members.get(0).lastView().getJoinedMembers().get(0);
    kill.run();
    await("a view of two", () -> members.stream().allMatch(m -> m.sees(2)));
    for (Member member : members) {
      assertThat(member.lastView().getFailedMembers()).containsExactly(victim);
      assertThat(member.lastView().getLeavedMembers()).isEmpty();
    }
  }

  @Test
  void shouldTakeAMemberBackThatLeft() throws Exception {
    List<Member> members = joined("a", "b");
    Member b = members.get(1);
    for (int round = 0; round < 3; round++) {
      b.control().leave();
      await("a view of one", () -> members.get(0).sees(1));
      b.control().join();
      await("a view of two", () -> members.stream().allMatch(m -> m.sees(2)));
    }
  }

  @Test
  void shouldKeepTheMeaningOfAddressesWhenSerialized() throws Exception {
    SocketAddress address = joined("a").get(0).address();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(address);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      Object copy = in.readObject();
      assertThat(copy)
          .isEqualTo(address)
          .hasSameHashCodeAs(address)
          .hasToString(address.toString());
    }
    if (binding().namesMembers()) {
      assertThat(address).hasToString("a");
    }
  }
}
