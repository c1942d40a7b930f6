package net.sf.jgcs.spi.jgroups;

/**
 * How far a member came in the sequence of one coordinator.
 *
 * @param view number of the view in which the member began to follow that coordinator
 * @param from position after which it still has what it delivered
 * @param position number, in all that the coordinator has cast, of its last message in total order
 *     that the member delivered, or of what came before the member joined
 * @param <A> address of a member
 */
record OrderPlace<A>(A coordinator, long view, long from, long position) {}
