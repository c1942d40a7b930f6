package org.g2cl.cmi.core;

import org.g2cl.propagation.MergePolicy;
import org.g2cl.propagation.PartitionRule;

/** Reader of the settings that say what a node does when it sees only a part of its group. */
final class PartitionReader {
  private static final String AVAILABILITY = "availability";

  private PartitionReader() {}

  static PartitionRule read(HaSettings settings) {
    int size = settings.number(HaSetting.PARTITION_SIZE, 0, 1_000);
    refusePolicyThatNobodyAsks(settings);
    refuseSizeThatNobodyCounts(settings, size);
    return switch (settings.get(HaSetting.PARTITION).strip()) {
      case "primary" -> new PartitionRule(false, size > 0, size, MergePolicy.newest());
      case "strict" -> new PartitionRule(false, true, size, MergePolicy.newest());
      case AVAILABILITY -> PartitionRule.availability(mergePolicy(settings));
      default ->
          throw settings.wrong(HaSetting.PARTITION, "it must be primary, strict or availability");
    };
  }

  private static void refusePolicyThatNobodyAsks(HaSettings settings) {
    String partition = settings.get(HaSetting.PARTITION).strip();
    if (settings.isSet(HaSetting.MERGE_POLICY) && !partition.equals(AVAILABILITY)) {
      throw new HaException(
          "%s is '%s', but is asked only when %s is %s, and that is '%s'; leave the policy out, or set %s=%s"
              .formatted(
                  HaSetting.MERGE_POLICY.key(),
                  settings.get(HaSetting.MERGE_POLICY),
                  HaSetting.PARTITION.key(),
                  AVAILABILITY,
                  partition,
                  HaSetting.PARTITION.key(),
                  AVAILABILITY));
    }
  }

  private static void refuseSizeThatNobodyCounts(HaSettings settings, int size) {
    if (size > 0 && settings.get(HaSetting.PARTITION).strip().equals(AVAILABILITY)) {
      throw new HaException(
          "%s is %d, but with %s=%s every part of a split group goes on, and nobody counts its nodes; leave the size out, or set %s to primary or strict"
              .formatted(
                  HaSetting.PARTITION_SIZE.key(),
                  size,
                  HaSetting.PARTITION.key(),
                  AVAILABILITY,
                  HaSetting.PARTITION.key()));
    }
  }

  private static MergePolicy mergePolicy(HaSettings settings) {
    String name = settings.get(HaSetting.MERGE_POLICY).strip();
    if (name.isEmpty()) {
      return MergePolicy.newest();
    }
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    try {
      Class<?> type =
          Class.forName(
              name, true, loader == null ? PartitionReader.class.getClassLoader() : loader);
      return type.asSubclass(MergePolicy.class).getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
      throw new HaException(
          "%s is '%s'; it must be a class on the class path with a public constructor without parameters that implements %s"
              .formatted(HaSetting.MERGE_POLICY.key(), name, MergePolicy.class.getName()),
          e);
    }
  }
}
