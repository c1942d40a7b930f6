package org.g2cl.propagation;

import java.net.SocketAddress;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import net.bytebuddy.asm.Advice;

/**
 * Code that planted faults run inside methods of the protocol; the names are those of the faults.
 */
@SuppressWarnings({"unused", "checkstyle:TypeName"})
final class Faults {
  private Faults() {}

  static final class ACKNOWLEDGE_BEFORE_REPLICATING {
    private ACKNOWLEDGE_BEFORE_REPLICATING() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter() {
      return true;
    }

    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) List<SocketAddress> acknowledged) {
      acknowledged = List.of();
    }
  }

  static final class NO_FENCING {
    private NO_FENCING() {}

    @Advice.OnMethodEnter
    static boolean enter(@Advice.FieldValue("owning") boolean owning) {
      return owning;
    }

    @Advice.OnMethodExit
    static void exit(
        @Advice.Enter boolean before,
        @Advice.FieldValue(value = "owning", readOnly = false) boolean owning) {
      owning = before;
    }
  }

  static final class TOMBSTONE_DROPPED {
    private TOMBSTONE_DROPPED() {}

    @Advice.OnMethodExit
    static void exit(
        @Advice.FieldValue("state") HeldState state,
        @Advice.FieldValue(value = "stamp", readOnly = false) Stamp stamp) {
      if (state.isNone()) {
        stamp = Stamp.NONE;
      }
    }
  }

  static final class OWNER_COMPLETES_WHEN_FENCED {
    private OWNER_COMPLETES_WHEN_FENCED() {}

    @Advice.OnMethodEnter
    static void enter(@Advice.FieldValue(value = "owning", readOnly = false) boolean owning) {
      owning = true;
    }
  }

  static final class EITHER_OF_TWO_GOES_ON {
    private EITHER_OF_TWO_GOES_ON() {}

    @Advice.OnMethodEnter
    @SuppressWarnings("UnusedAssignment")
    static void enter(@Advice.Argument(value = 2, readOnly = false) boolean ofTwo) {
      ofTwo = true;
    }
  }

  static final class MEMBERS_STARTED_ANEW_ALWAYS_COUNT {
    private MEMBERS_STARTED_ANEW_ALWAYS_COUNT() {}

    @Advice.OnMethodExit
    static void exit(
        @Advice.This Formation formation,
        @Advice.Argument(0) Collection<Long> those,
        @Advice.Argument(1) Set<Long> left,
        @Advice.Return(readOnly = false) boolean ended) {
      ended = ended || Formation.areAccountedFor(formation.members(), those, left);
    }
  }
}
