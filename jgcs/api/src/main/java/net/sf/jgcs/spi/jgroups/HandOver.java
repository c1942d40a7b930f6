package net.sf.jgcs.spi.jgroups;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Task of one member: to give another what that lacks of a former coordinator's sequence.
 *
 * @param after position up to which the lacking one came
 * @param upTo position up to which the holder came
 * @param <A> address of a member
 */
record HandOver<A>(A holder, A lacking, A coordinator, long after, long upTo) {
  /** The same whatever part of it is done: the lacking one comes farther with each message. */
  HandOver<A> begun() {
    return new HandOver<>(holder, lacking, coordinator, 0, upTo);
  }

  /** A member with its place. */
  private record At<A>(A member, OrderPlace<A> place) {}

  /**
   * What is to be handed over next, so that all members come equally far; empty when they are.
   *
   * <p>What members delivered of one coordinator's sequence begins where each joined and has no
   * holes, so only its end has to be looked at. A later coordinator's sequence goes on where all
   * were equally far with the one before: so the oldest in which they differ comes first. Who
   * joined after a coordinator had gone has no place in its sequence, and needs none. Of those who
   * still have what comes next the one that came farthest hands over. It may take several rounds:
   * who came farthest of all may have joined later than the lacking one's place.
   *
   * @param leader coordinator that asks; its own sequence has not begun
   */
  static <A> List<HandOver<A>> next(A leader, Map<A, List<OrderPlace<A>>> places) {
    Map<A, List<At<A>>> sequences = new LinkedHashMap<>();
    places.forEach(
        (member, all) ->
            all.forEach(
                place ->
                    sequences
                        .computeIfAbsent(place.coordinator(), c -> new ArrayList<>())
                        .add(new At<>(member, place))));
    sequences.remove(leader);
    return sequences.values().stream()
        .sorted(Comparator.comparingLong(HandOver::firstView))
        .map(HandOver::left)
        .filter(left -> !left.isEmpty())
        .findFirst()
        .orElse(List.of());
  }

  private static <A> long firstView(List<At<A>> sequence) {
    return sequence.stream().mapToLong(at -> at.place.view()).min().orElseThrow();
  }

  private static <A> List<HandOver<A>> left(List<At<A>> sequence) {
    long end = sequence.stream().mapToLong(at -> at.place.position()).max().orElseThrow();
    return sequence.stream()
        .filter(at -> at.place.position() < end)
        .map(at -> handOver(at, holder(at.place.position(), sequence)))
        .toList();
  }

  private static <A> HandOver<A> handOver(At<A> lacking, At<A> holder) {
    OrderPlace<A> place = lacking.place;
    return new HandOver<>(
        holder.member,
        lacking.member,
        place.coordinator(),
        place.position(),
        holder.place.position());
  }

  private static <A> At<A> holder(long after, List<At<A>> sequence) {
    Comparator<At<A>> has = Comparator.comparing(at -> at.place.from() <= after);
    return sequence.stream()
        .filter(at -> at.place.position() > after)
        .max(
            has.thenComparingLong(at -> at.place.position())
                .thenComparingLong(at -> -at.place.view()))
        .orElseThrow();
  }
}
