package org.g2cl.propagation;

import java.util.ArrayList;
import java.util.List;

/**
 * What a member knows of primary views; the answer to a {@link Frame.Census}.
 *
 * @param token of the member, one for its whole life
 * @param last primary view that it was in, the newest: what was told with it, it has
 * @param latest primary view that it has heard of, which it may not have been in; counts as one
 *     that was tried, since it does not know what was told with it
 * @param tried those after the last that it agreed to, and that may have been formed
 * @param left members that it saw leave in order
 * @param seen members of the largest view that it has seen since the last primary one
 * @param changes how often it has agreed to a view or was told of one, for {@link Frame.Attempt}
 */
record Standing(
    long token,
    Formation last,
    Formation latest,
    List<Formation> tried,
    List<Long> left,
    int seen,
    long changes) {

  /** Views that were formed, or may have been, after the last one. */
  List<Formation> after() {
    List<Formation> after = new ArrayList<>(tried);
    after.add(latest);
    return after;
  }
}
