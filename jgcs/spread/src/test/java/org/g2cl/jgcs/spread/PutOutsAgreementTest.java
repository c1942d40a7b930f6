package org.g2cl.jgcs.spread;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Decisions of all members of a group in which members come, go, fall silent and talk at random.
 */
class PutOutsAgreementTest {
  private static final int SEEDS = 300;
  private static final int STEPS = 300;

  /** Member, with the greeting that it has not sent yet. */
  private static final class Party {
    private final PutOuts putOuts = new PutOuts();
    private final boolean speaks;
    private boolean silent;
    private Control greeting;

    Party(boolean speaks) {
      this.speaks = speaks;
    }
  }

  private final Map<String, Party> parties = new TreeMap<>();
  private final Set<String> everOut = new HashSet<>();
  private Random random;
  private int joins;
  private int views;
  private int decisions;

  @Test
  void shouldAgreeWhoIsPutOutWhateverMembersDo() {
    for (int seed = 0; seed < SEEDS; seed++) {
      run(seed);
    }
    assertThat(decisions).as("members that were put out").isGreaterThan(SEEDS);
  }

  private void run(int seed) {
    random = new Random(seed);
    parties.clear();
    everOut.clear();
    join();
    for (int i = 0; i < STEPS; i++) {
      step();
      check("seed %d, step %d".formatted(seed, i));
    }
  }

  private void step() {
    int what = random.nextInt(100);
    String one = any();
    if (what < 6 && parties.size() < 7) {
      join();
    } else if (what < 10 && parties.size() > 1) {
      parties.remove(one);
      view(random.nextBoolean() ? Bits.BY_LEAVE : Bits.BY_DISCONNECT, one);
    } else if (what < 12) {
      view(Bits.BY_NETWORK, parties.keySet().toArray(new String[0]));
    } else if (what < 16) {
      parties.get(one).silent = !parties.get(one).silent;
    } else if (what < 50) {
      greet(one);
    } else {
      SpreadViewId round = parties.get(one).putOuts.round();
      String other = any();
      say(one, what < 95 ? Control.suspicion(round, other) : Control.withdrawal(round, other));
    }
  }

  private String any() {
    return List.copyOf(parties.keySet()).get(random.nextInt(parties.size()));
  }

  private void join() {
    String name = "m" + joins++;
    Party joiner = new Party(random.nextInt(20) > 0);
    if (joiner.speaks) {
      parties.values().forEach(party -> party.putOuts.expect(name, 1000));
    }
    parties.put(name, joiner);
    view(Bits.BY_JOIN, name);
  }

  private void view(int cause, String... about) {
    List<String> members = List.copyOf(parties.keySet());
    GroupView view =
        new GroupView(SpreadViewId.whole(1, 1, ++views), members, cause, 0, Set.of(about));
    parties.forEach(
        (name, party) -> {
          if (party.putOuts.begin(view)) {
            Map<String, Integer> speakers = new HashMap<>(party.putOuts.speakers());
            speakers.put(name, 1000);
            party.greeting = Control.greeting(view.id(), speakers, party.putOuts.out());
          }
          party.putOuts.decide();
        });
  }

  private void greet(String sender) {
    Party party = parties.get(sender);
    Control greeting = party.greeting;
    if (greeting != null && party.speaks && !party.silent) {
      party.greeting = null;
      say(sender, greeting);
    }
  }

  private void say(String sender, Control word) {
    Party from = parties.get(sender);
    boolean greeted = from.greeting == null || word.kind() == Control.Kind.GREETING;
    if (!from.speaks || from.silent || !greeted || from.putOuts.isOut(sender)) {
      return;
    }
    for (Party party : parties.values()) {
      party.putOuts.take(sender, word);
      party.putOuts.decide();
    }
  }

  private void check(String when) {
    List<PutOuts> all = new ArrayList<>();
    parties.values().forEach(party -> all.add(party.putOuts));
    PutOuts first = all.get(0);
    for (PutOuts other : all) {
      assertThat(other.allSpeak()).as(when).isEqualTo(first.allSpeak());
      if (first.allSpeak()) {
        assertThat(other.out()).as(when).isEqualTo(first.out());
      }
    }
    for (String name : first.out()) {
      decisions += everOut.add(name) ? 1 : 0;
    }
  }
}
