package org.g2cl.cmi.jonas;

import org.ow2.cmi.ha.RequestId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits that one of several resources has refused, or may have: what the log says of them, and
 * what is kept in place of an answer, in a form that every member reads.
 */
final class UncertainCommits {
  private static final Logger LOG = LoggerFactory.getLogger(UncertainCommits.class);

  private final String self;
  private final MemberForms forms;

  /**
   * Has seen none yet.
   *
   * @param self of this member, for the log
   */
  UncertainCommits(String self, MemberForms forms) {
    this.self = self;
    this.forms = forms;
  }

  /**
   * Reply to a request whose commit failed though the marker holds: of several resources another
   * one may have refused it, and which one the server is not told.
   */
  byte[] inPart(RequestId request) {
    LOG.error(
        "{}: the commit of request {} failed and its marker holds: the session keeps its change, and"
            + " another resource of the transaction has lost its part, or may have. See what that one"
            + " has kept; the client is told",
        self,
        request);
    return read() ? ReplyCodec.inPart() : ReplyCodec.lost();
  }

  /** Reply to a request that is taken back, of which another resource may have committed a part. */
  byte[] inDoubt(RequestId request, boolean isMarked) {
    LOG.error(
        "{}: a resource of the transaction of request {} refused its commit, and {}: the session has"
            + " its state of before, and another resource may have committed its part. See what each"
            + " has kept; the client is told",
        self,
        request,
        isMarked ? "its marker does not hold" : "it has no marker");
    return read() ? ReplyCodec.inDoubt() : ReplyCodec.failed();
  }

  private boolean read() {
    return forms.everyMemberReads(MemberForms.UNCERTAIN_REPLIES);
  }
}
