package org.g2cl.propagation;

import java.net.SocketAddress;
import java.util.List;
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
        @Advice.FieldValue("state") byte[] state,
        @Advice.FieldValue(value = "stamp", readOnly = false) Stamp stamp) {
      if (state == null) {
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
}
