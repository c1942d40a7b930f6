package org.g2cl.propagation;

import java.net.SocketAddress;

/** The frames that tell one change, each made when the first member wants it. */
final class UpdateFrames {
  private final Node node;
  private final Entry entry;
  private final Stamp base;
  private final Change change;
  private final boolean undecided;
  private final Patch patch;
  private byte[] whole;
  private byte[] difference;

  /**
   * Creates them.
   *
   * @param base content that the change was made on
   * @param patch difference to the state of that content, or null when there is none
   */
  UpdateFrames(Node node, Entry entry, Stamp base, Patch patch, Change change, boolean undecided) {
    this.node = node;
    this.entry = entry;
    this.base = base;
    this.change = change;
    this.undecided = undecided;
    this.patch = patch;
  }

  /**
   * What fits a member that has the base, as short as it understands; after a take-over in a group
   * whose parts all go on, what fits one that has something else of the same stamp.
   */
  byte[] forMember(SocketAddress member) {
    if (base.equals(Stamp.NONE) || mayDiffer()) {
      return copy();
    }
    return patch != null && node.placement().releases().knows(member, Releases.PATCHES)
        ? difference()
        : whole();
  }

  private boolean mayDiffer() {
    if (node.primary().isRuled()) {
      return false;
    }
    synchronized (entry) {
      return entry.isFloorDue();
    }
  }

  private byte[] difference() {
    if (difference == null) {
      difference = FrameCodec.encode(new Frame.PatchFrame(entry.session(), base, undecided, patch));
    }
    return difference;
  }

  private byte[] whole() {
    if (whole == null) {
      whole = FrameCodec.encode(new Frame.UpdateFrame(entry.session(), base, undecided, change));
    }
    return whole;
  }

  /** All that there is of the session once the change is applied. */
  byte[] copy() {
    Snapshot content;
    synchronized (entry) {
      content = entry.copy().snapshotWith(change, undecided);
    }
    return FrameCodec.encode(
        new Frame.Copy(entry.session(), change.stamp().epoch(), false, content));
  }
}
