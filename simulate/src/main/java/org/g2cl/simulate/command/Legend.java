package org.g2cl.simulate.command;

import java.util.List;

/** What the words of a history mean, for who reads one the first time. */
final class Legend {
  private static final String TEXT =
      """
      # A line: virtual seconds since the begin, who, what. A line with *** says what is wrong; what led to the first
      # of them stands before it: follow its session and requests, then the nodes that ran them.
      #
      # n4            node; n4#6: its member in the group, by its address; started or joined anew it has another
      # c2, auditor   client; the auditor reads every session at the end
      # c2-7          request: the 7th of c2, the same in all its retries
      # s-c2-1        session, by the request that created it
      # CREATE, ADD, READ, LOOK, REMOVE   what a request does; an ADD appends its id to the session's state, a LOOK
      #               is a READ of which the others are sent nothing (unsent)
      # with row      it also writes a row of the database, in a transaction, with a marker
      # at 3.8        epoch 3, which each take-over raises, and version 8, which each change raises by two
      #
      # asks, hears of    a client's request, and what it was told of it by a node:
      #   DONE            executed, now or before    UNKNOWN   there is no such session
      #   ELSEWHERE       not executed, try another  BROKEN    connection refused or broken
      #   SILENT          no answer in 10 s; after 30 s in all a client gives up
      # runs, has done    the node owns the session and executes; done: copies made, row committed
      # repeats the reply executed before, stored reply given
      # cannot do         refused, and why
      # comes late        the network had held a copy of the request up
      # settles, bars     asks the database whether a request was committed in an epoch (true: it was), and
      #                   forbids it there from now on; bars: by a new owner, for requests that may be unseen
      # binds, frees      writes a name of the registry; cannot write: that was not confirmed
      # has view          members that the group communication shows to the node, the coordinator first
      # was in step on    the last copy with all that was acknowledged has crashed, but for one that was made in a
      #                   minority; or more have crashed than may, and the others are cut off: it may be lost
      # nobody has its change any more   told by no server, and all that had it have ended: its row stays
      # crashes, pauses, stands still, goes on, is about to leave, starts again, put out   what happens to a node
      # network parts, cut, bridge, storm, do not hear each other, heals   what happens to the network
      # database is silent   it answers nobody for that time, and then does what was asked meanwhile
      # tombstones        what is remembered of sessions that are gone, as long as g2cl.tombstone-retention says
      # values of names   long in a quarter of the seeds: a joiner gets the registry's state in many messages, slowly
      # partition rule    which part of a split group goes on, as g2cl.partition has it
      # calm              no more faults, no calls but the auditor's; all must agree, also when one more node crashes
      """;

  private Legend() {}

  /** Lines that begin with {@code #}. */
  static List<String> lines() {
    return TEXT.lines().toList();
  }
}
