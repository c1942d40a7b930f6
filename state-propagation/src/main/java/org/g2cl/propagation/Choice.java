package org.g2cl.propagation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Choice of the content with which a claimer goes on, among all that it was told of: the newest,
 * unless a {@link MergePolicy} wants another of those that parts of a split group have made.
 *
 * <p>The caller holds the entry's monitor.
 */
final class Choice {
  private static final Logger LOG = LoggerFactory.getLogger(Choice.class);

  private final Node node;
  private final Entry entry;
  private final List<Told> told = new ArrayList<>();

  private boolean differ;
  private boolean asked;

  /**
   * Content that a member has told.
   *
   * @param isUnsettled whether, for all that the member knows, it was made by who did not know what
   *     others have
   */
  private record Told(Snapshot content, boolean isUnsettled) {}

  Choice(Node node, Entry entry) {
    this.node = node;
    this.entry = entry;
  }

  /** One of them; of two with one stamp the first that comes here counts as the newer. */
  void add(Snapshot content, boolean isUnsettled) {
    told.add(new Told(content, isUnsettled));
  }

  /** What is to be kept, or null when there was nothing. */
  Snapshot make() {
    told.sort(Comparator.comparing((Told one) -> one.content().stamp()).reversed());
    Told kept = null;
    for (Told older : told) {
      kept = kept == null ? older : prefer(kept, older);
    }
    return kept == null ? null : kept.content();
  }

  private Told prefer(Told newer, Told older) {
    if (!AfterMerge.differ(newer.content(), older.content())) {
      return new Told(newer.content(), newer.isUnsettled() || older.isUnsettled());
    }
    differ = true;
    return prefersOlder(newer, older) ? older : newer;
  }

  /** Tells whether others have something else than what is kept. */
  boolean isAmongSeveral() {
    return differ;
  }

  /** Tells whether the policy was asked; else who made what is kept knew the others. */
  boolean isOfPolicy() {
    return asked;
  }

  private boolean prefersOlder(Told newer, Told older) {
    if (!node.primary().rule().asksPolicy()
        || older.content().stamp().equals(Stamp.NONE)
        || isMadeOfBoth(newer, older)) {
      return false;
    }
    asked = true;
    try {
      return node.primary()
          .rule()
          .merge()
          .prefersSecond(entry.session(), newer.content(), older.content());
    } catch (RuntimeException | Error e) {
      node.scheduler().caught(e);
      LOG.error(
          "{}: the merge policy failed on session {}; the newer state is kept",
          node.link().self(),
          entry.session(),
          e);
      return false;
    }
  }

  /** Tells whether the newer was made by who knew the older, or what the older was made on. */
  private boolean isMadeOfBoth(Told newer, Told older) {
    AfterMerge afterMerge = entry.afterMerge();
    return !newer.isUnsettled()
        && afterMerge.knows(newer.content().stamp())
        && (older.isUnsettled() || !afterMerge.knows(older.content().stamp()));
  }
}
