package org.g2cl.jgcs.spread;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Decisions of all members of a group in which members come, go, fall silent and talk at random,
 * and which the network splits and unites.
 */
class PutOutsAgreementTest {
  private static final int SEEDS = 300;
  private static final int STEPS = 300;

  /** Member, with the greeting that it has not sent yet. */
  private static final class Party {
    private final PutOuts putOuts = new PutOuts();
    private final String name;
    private final boolean speaks;
    private int part;
    private boolean silent;
    private Control greeting;

    /** True when its greeting of this round was heard. */
    private boolean greeted;

    /** Identity of the view that its application was told last. */
    private SpreadViewId told;

    Party(String name, boolean speaks, int part) {
      this.name = name;
      this.speaks = speaks;
      this.part = part;
    }

    /** As a watchman does. */
    void take(GroupView view) {
      boolean nothingNew = putOuts.isOfOneThatIsOut(view);
      if (putOuts.begin(view)) {
        Map<String, Integer> speakers = new HashMap<>(putOuts.speakers());
        speakers.put(name, 1000);
        greeting = Control.greeting(view.id(), speakers, putOuts.toTell());
        greeted = false;
      }
      if (!nothingNew) {
        told = view.id().without(putOuts.out());
      }
      decide();
    }

    void take(String sender, Control word) {
      putOuts.take(sender, word);
      decide();
    }

    private void decide() {
      if (putOuts.decide()) {
        told = putOuts.view().id().without(putOuts.out());
      }
    }
  }

  private final Map<String, Party> parties = new TreeMap<>();
  private final Set<String> everOut = new HashSet<>();
  private Random random;
  private int joins;
  private int parts;
  private int merges;
  private int views;
  private int decisions;

  @Test
  void shouldAgreeWhoIsPutOutWhateverMembersDo() {
    for (int seed = 0; seed < SEEDS; seed++) {
      run(seed);
    }
    assertThat(decisions).as("members that were put out").isGreaterThan(SEEDS);
    assertThat(merges).as("merges").isGreaterThan(SEEDS);
  }

  private void run(int seed) {
    random = new Random(seed);
    parties.clear();
    everOut.clear();
    join(0);
    for (int i = 0; i < STEPS; i++) {
      step();
      check("seed %d, step %d".formatted(seed, i));
    }
  }

  private void step() {
    int what = random.nextInt(100);
    Party one = any(List.copyOf(parties.values()));
    if (what < 6 && parties.size() < 7) {
      join(one.part);
    } else if (what < 10 && parties.size() > 1) {
      parties.remove(one.name);
      view(one.part, random.nextBoolean() ? Bits.BY_LEAVE : Bits.BY_DISCONNECT, one.name);
    } else if (what < 12) {
      network(one.part);
    } else if (what < 14) {
      split(one.part);
    } else if (what < 18) {
      unite(one.part, any(List.copyOf(parties.values())).part);
    } else if (what < 22) {
      one.silent = !one.silent;
    } else if (what < 55) {
      greet(one);
    } else {
      SpreadViewId round = one.putOuts.round();
      String other = any(part(one.part)).name;
      say(one, what < 95 ? Control.suspicion(round, other) : Control.withdrawal(round, other));
    }
  }

  private Party any(List<Party> some) {
    return some.get(random.nextInt(some.size()));
  }

  /** Parties that the network connects. */
  private List<Party> part(int number) {
    return parties.values().stream().filter(party -> party.part == number).toList();
  }

  private void join(int part) {
    String name = "m" + joins++;
    Party joiner = new Party(name, random.nextInt(20) > 0, part);
    if (joiner.speaks) {
      part(part).forEach(party -> party.putOuts.expect(name, 1000));
    }
    parties.put(name, joiner);
    view(part, Bits.BY_JOIN, name);
  }

  private void split(int part) {
    int other = ++parts;
    for (Party party : part(part)) {
      if (random.nextBoolean()) {
        party.part = other;
      }
    }
    network(part);
    network(other);
  }

  private void unite(int one, int other) {
    if (one != other) {
      part(other).forEach(party -> party.part = one);
      network(one);
      merges++;
    }
  }

  private void network(int part) {
    view(
        part, Bits.BY_NETWORK, part(part).stream().map(party -> party.name).toArray(String[]::new));
  }

  private void view(int part, int cause, String... about) {
    List<String> members = part(part).stream().map(party -> party.name).toList();
    GroupView view =
        new GroupView(SpreadViewId.whole(1, 1, ++views), members, cause, 0, Set.of(about));
    part(part).forEach(party -> party.take(view));
  }

  private void greet(Party sender) {
    Control greeting = sender.greeting;
    if (greeting != null && maySpeak(sender)) {
      sender.greeting = null;
      sender.greeted = true;
      tell(sender, greeting);
    }
  }

  private void say(Party sender, Control word) {
    if (sender.greeted && maySpeak(sender)) {
      tell(sender, word);
    }
  }

  /** One that is put out ends as soon as it goes on. */
  private static boolean maySpeak(Party party) {
    return party.speaks && !party.silent && !party.putOuts.isOut(party.name);
  }

  private void tell(Party sender, Control word) {
    part(sender.part).forEach(party -> party.take(sender.name, word));
  }

  private void check(String when) {
    Set<Integer> numbers = new HashSet<>();
    parties.values().forEach(party -> numbers.add(party.part));
    for (int number : numbers) {
      checkAllOf(part(number), when);
      checkThoseWhoGreetedOf(part(number), when);
    }
  }

  private void checkAllOf(List<Party> part, String when) {
    for (Party party : part) {
      assertThat(party.putOuts.allSpeak()).as(when).isEqualTo(part.get(0).putOuts.allSpeak());
      assertThat(outForAll(party)).as(when).isEqualTo(outForAll(part.get(0)));
    }
  }

  private Set<String> outForAll(Party party) {
    Set<String> all = new HashSet<>(parties.keySet());
    all.removeIf(
        name ->
            !party.putOuts.isOfOneThatIsOut(
                new GroupView(null, List.of(), Bits.BY_DISCONNECT, 0, Set.of(name))));
    return all;
  }

  private void checkThoseWhoGreetedOf(List<Party> part, String when) {
    List<Party> greeted = part.stream().filter(party -> party.greeted).toList();
    for (Party party : greeted) {
      assertThat(party.putOuts.out()).as(when).isEqualTo(outForAll(party));
      assertThat(party.told).as(when).isEqualTo(greeted.get(0).told);
      for (String name : party.putOuts.out()) {
        decisions += everOut.add(name) ? 1 : 0;
      }
    }
  }
}
