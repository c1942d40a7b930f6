package org.g2cl.simulate;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.implementation.ExceptionMethod;
import net.bytebuddy.implementation.FixedValue;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.implementation.StubMethod;
import net.bytebuddy.matcher.ElementMatchers;
import net.bytebuddy.pool.TypePool;

/** A mistake put into the real protocol code: one method does less, or something else. */
@SuppressWarnings("ImmutableEnumChecker") // replacements keep no state
enum PlantedFault {
  ACKNOWLEDGE_BEFORE_REPLICATING("propagation.SynchronousUpdate", "run", null),
  SKIP_THE_REPLY_TABLE("propagation.Replies", "to", FixedValue.nullValue()),
  NO_FENCING("propagation.SessionCopy", "onClaim", null),
  TOMBSTONE_DROPPED("propagation.CopyContent", "hold", null),
  UNDECIDED_NEVER_SETTLED("propagation.TakeOver", "settle", StubMethod.INSTANCE),
  REFUSED_CLAIM_TAKEN_FOR_ACCEPTED("propagation.TakeOver", "acceptedByAll", FixedValue.value(true)),
  NEWEST_COPY_NOT_TAKEN_OVER("propagation.TakeOver", "take", StubMethod.INSTANCE),
  MINORITY_GOES_ON("propagation.Formation", "isFollowedBy", FixedValue.value(true)),
  STALE_COPIES_NOT_MADE_KNOWN("propagation.OutOfStep", "due", FixedValue.nullValue()),
  UPDATE_ON_ANY_BASE("propagation.CopyContent", "settleOn", FixedValue.value(true)),
  TWO_CALLS_AT_A_TIME("propagation.Entry", "enter", FixedValue.value(true)),
  MARKER_NOT_WRITTEN("simulate.Database$Transaction", "marker", StubMethod.INSTANCE),
  OWNER_COMPLETES_WHEN_FENCED("propagation.SessionCopy", "complete", null),
  OUTDATED_COPIES_NOT_DROPPED("propagation.OutdatedCopies", "known", FixedValue.value(List.of())),
  COPIES_LEFT_BEHIND_NOT_TOLD("propagation.OutdatedCopies", "isToTell", FixedValue.value(false)),
  LATE_REQUESTS_EXECUTED("propagation.Replies", "isTooLate", FixedValue.value(false)),
  VANISHED_MEMBERS_NOT_WAITED_FOR(
      "propagation.Admissions", "refuseWhenSomeVanished", StubMethod.INSTANCE),
  LOSSES_NOT_TOLD_TO_JOINERS("propagation.Vanished", "hear", StubMethod.INSTANCE),
  ERROR_IN_A_RECEIVER("propagation.Receiver", "onTouch", mistake()),
  ERROR_IN_THE_KEEPER("propagation.Keeper", "touch", mistake()),
  ERROR_IN_FORMING("propagation.Forming", "previous", mistake()),
  ERROR_IN_A_HAND_OVER("propagation.HandOver", "isElsewhere", mistake()),
  ERROR_IN_THE_REGISTRY("registry.ReplicatedRegistry", "compare", mistake()),
  EITHER_OF_TWO_GOES_ON("propagation.Primacy", "mayFollow", null) {
    @Override
    int nodes() {
      return 2;
    }
  },
  LARGE_STATES_NOT_WRITTEN("propagation.InPlace", "write", StubMethod.INSTANCE),
  ENTRIES_NOT_ANNOUNCED("registry.ReplicatedRegistry", "announce", StubMethod.INSTANCE),
  MEMBERS_STARTED_ANEW_ALWAYS_COUNT("propagation.Formation", "isEnded", null) {
    @Override
    Map<String, byte[]> bytes() {
      Map<String, byte[]> bytes = new HashMap<>(super.bytes());
      bytes.putAll(straggler());
      return bytes;
    }
  };

  private final String type;
  private final String method;
  private final Implementation replacement;

  PlantedFault(String type, String method, Implementation replacement) {
    this.type = "org.g2cl." + type;
    this.method = method;
    this.replacement = replacement;
  }

  /** Message of the exception by which it shows; empty where a session shows it. */
  Optional<String> error() {
    if (this == UNDECIDED_NEVER_SETTLED) {
      return Optional.of("is undecided; commit or abort it before the next prepare");
    }
    boolean shows = name().startsWith("ERROR_") && this != ERROR_IN_FORMING; // no session is served
    return shows ? Optional.of("planted") : Optional.empty();
  }

  /** Nodes of the group in which it shows. */
  int nodes() {
    return Plan.MOST;
  }

  /** Loader of all our classes with this fault among them. */
  Mutant load() {
    return new Mutant(bytes());
  }

  /** Classes that are not as they should be, by name. */
  Map<String, byte[]> bytes() {
    return planted(type, method, replacement, "org.g2cl.propagation.Faults$" + name());
  }

  /** The simulation with {@link Straggler} in place of its own faults. */
  static Map<String, byte[]> straggler() {
    return planted(Faults.class.getName(), "start", null, Scenario.OfStraggler.class.getName());
  }

  private static Implementation mistake() {
    return ExceptionMethod.throwing(IllegalStateException.class, "planted");
  }

  private static Map<String, byte[]> planted(
      String type, String method, Implementation replacement, String advice) {
    ClassFileLocator locator =
        ClassFileLocator.ForClassLoader.of(PlantedFault.class.getClassLoader());
    TypePool pool = TypePool.Default.of(locator);
    var description = pool.describe(type).resolve();
    var named = ElementMatchers.named(method);
    if (description.getDeclaredMethods().filter(named).isEmpty()) {
      throw new IllegalStateException(type + " has no method " + method + " to plant a fault in");
    }
    var buddy = new ByteBuddy().with(TypeValidation.DISABLED).redefine(description, locator);
    var planted =
        replacement == null
            ? buddy.visit(Advice.to(pool.describe(advice).resolve(), locator).on(named))
            : buddy.method(named).intercept(replacement);
    return Map.of(type, planted.make().getBytes());
  }
}
