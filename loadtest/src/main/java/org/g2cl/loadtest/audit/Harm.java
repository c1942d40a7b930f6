package org.g2cl.loadtest.audit;

/**
 * What was done to the carts of a run.
 *
 * @param lostUpdates acknowledged writes that their cart does not hold
 * @param duplicateUpdates writes that a cart saw more than once
 * @param ordersMissing acknowledged checkouts without their row in the database
 * @param ordersDuplicated rows too many for the same cart and sequence number
 * @param ordersUnexpected rows that no acknowledged or failed checkout explains
 * @param cartsLost carts that could not be read at the end; all their writes count as lost
 */
public record Harm(
    long lostUpdates,
    long duplicateUpdates,
    long ordersMissing,
    long ordersDuplicated,
    long ordersUnexpected,
    long cartsLost) {

  /** Acknowledged writes and orders that are not there. */
  public long lost() {
    return lostUpdates + ordersMissing;
  }

  /** Writes and orders that are there more than once, or that nobody made. */
  public long doubled() {
    return duplicateUpdates + ordersDuplicated + ordersUnexpected;
  }

  /** Whether nothing was lost, repeated or invented. */
  public boolean isNone() {
    return lostUpdates == 0
        && duplicateUpdates == 0
        && ordersMissing == 0
        && ordersDuplicated == 0
        && ordersUnexpected == 0
        && cartsLost == 0;
  }
}
