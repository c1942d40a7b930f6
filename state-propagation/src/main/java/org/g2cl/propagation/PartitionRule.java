package org.g2cl.propagation;

/**
 * What members do that see only a part of their group: because the others crashed, or because the
 * network between them is cut, which cannot be told apart.
 *
 * @param available true when every part goes on, so that after a merge one part's changes of a
 *     session win over the other's; false when only the primary part does
 * @param strict true when of two members that are left only the first goes on without the other;
 *     false when either does, though both may live
 * @param groupSize members that the group is configured to have at most, of which the primary part
 *     has more than half, or half with the first of the last primary view; where more are known of,
 *     it also needs the majority of that view. 0 when the primary part is the one with more than
 *     half of the last primary view
 * @param merge chooses between the contents that parts of the group have made of one session; asked
 *     when {@code available} only
 */
public record PartitionRule(boolean available, boolean strict, int groupSize, MergePolicy merge) {
  /** Checks the ranges. */
  public PartitionRule {
    if (groupSize < 0) {
      throw new IllegalArgumentException(
          "groupSize is %d; it must be 0, for the last primary view, or positive"
              .formatted(groupSize));
    }
    if (merge == null) {
      throw new IllegalArgumentException("merge is null; MergePolicy.newest() is the default");
    }
  }

  /** Tells whether so many members are more than the group is configured to have. */
  boolean isOutgrownBy(int members) {
    return groupSize > 0 && members > groupSize;
  }

  /** Tells whether anything but age may choose. */
  boolean asksPolicy() {
    return available && merge != Newest.POLICY;
  }

  /** Only the part with more than half of the last primary view goes on: the default. */
  public static PartitionRule primary() {
    return new PartitionRule(false, false, 0, MergePolicy.newest());
  }

  /** As {@link #primary()}, but also of two that are left only the first goes on alone. */
  public static PartitionRule strictPrimary() {
    return new PartitionRule(false, true, 0, MergePolicy.newest());
  }

  /**
   * Only a part with more than half of a group of that size goes on, or half of it with the first
   * member of the last primary view.
   */
  public static PartitionRule primaryOf(int groupSize) {
    return new PartitionRule(false, true, groupSize, MergePolicy.newest());
  }

  /** Every part goes on. */
  public static PartitionRule availability(MergePolicy merge) {
    return new PartitionRule(true, false, 0, merge);
  }
}
