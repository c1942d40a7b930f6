package org.g2cl.loadtest.chaos;

/**
 * Call of a client.
 *
 * @param client number of the client, which makes one call after the other
 * @param cart number of the client's cart
 * @param sequence sequence number of a write; 0 for other calls
 * @param begin when it was sent, in microseconds since the begin of the run
 * @param end when its outcome was known
 * @param failedFrom server that was left during the call, {@code host:port}, or empty
 * @param result what the call gave: the cart's id, an order's number, an audit
 */
record Operation(
    int client,
    int cart,
    Act act,
    long sequence,
    Outcome outcome,
    long begin,
    long end,
    String failedFrom,
    String result) {
  long micros() {
    return end - begin;
  }
}
