package org.g2cl.propagation;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import org.g2cl.Scheduler;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Interleavings of views and of what members do: what was said of a member that is put out of the
 * group does not count when it is back.
 */
class PlacementLincheckTest {
  private static final SocketAddress SELF = address("a");
  private static final SocketAddress OTHER = address("b");
  private static final SocketAddress MEMBER = address("c");
  private static final List<SocketAddress> ALL = List.of(SELF, OTHER, MEMBER);

  private static SocketAddress address(String host) {
    return InetSocketAddress.createUnresolved(host, 1);
  }

  /** Group of three. */
  private abstract static class Group {
    final Placement placement =
        new Placement(Scheduler.live(), Object::toString, Duration.ofDays(1));

    Group() {
      in();
    }

    final void out() {
      placement.onView(SELF, List.of(SELF, OTHER));
    }

    final void in() {
      placement.onView(SELF, ALL);
    }
  }

  /** A member that others look at meanwhile. */
  public static final class Staying extends Group {
    @Operation(nonParallelGroup = "views")
    public void isOut() {
      out();
    }

    @Operation(nonParallelGroup = "views")
    public void leaves() {
      placement.leaves(MEMBER);
    }

    @Operation(nonParallelGroup = "others")
    public boolean isStaying() {
      return placement.isStaying(MEMBER);
    }
  }

  /** A member that is silent, is put out and comes back. */
  public static final class Silent extends Group {
    @Operation(nonParallelGroup = "views")
    public void isOut() {
      out();
    }

    @Operation(nonParallelGroup = "views")
    public void isBack() {
      in();
    }

    @Operation(nonParallelGroup = "views")
    public String candidates() {
      List<SocketAddress> ranked =
          placement.isMember(MEMBER) ? List.of(MEMBER, OTHER) : List.of(OTHER);
      return placement.candidates(ranked).toString();
    }

    @Operation
    public void wasSilent() {
      placement.wasSilent(MEMBER);
    }

    @Operation
    public void answered() {
      placement.answered(MEMBER);
    }
  }

  @Test
  @Tag("slow")
  void shouldNotTakeAMemberThatLeavesAndIsPutOutForOneThatStays() {
    options().check(Staying.class);
  }

  @Test
  @Tag("slow")
  void shouldNotPutAMemberThatIsBackLastForASilenceOfBefore() {
    options().check(Silent.class);
  }

  private static ModelCheckingOptions options() {
    return new ModelCheckingOptions()
        .iterations(Integer.getInteger("lincheck.iterations", 5))
        .invocationsPerIteration(Integer.getInteger("lincheck.invocations", 50))
        .threads(2)
        .actorsPerThread(3)
        .actorsBefore(1)
        .actorsAfter(2);
  }
}
