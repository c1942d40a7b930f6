package org.g2cl.propagation;

import java.util.List;

/**
 * What a member knows of primary views; the answer to a {@link Frame.Census}.
 *
 * @param token of the member, one for its whole life
 * @param last primary view that it was in, the newest: what was told with it, it has
 * @param tried those after it that it agreed to, and that may have been formed, and one that it
 *     heard of
 * @param left members that it saw leave in order
 * @param changes how often it has agreed to a view or was told of one, for {@link Frame.Attempt}
 */
record Standing(long token, Formation last, List<Formation> tried, List<Long> left, long changes) {}
