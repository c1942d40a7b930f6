package org.g2cl.propagation;

/**
 * A member that the group has lost a short while ago, as told to one that was not there.
 *
 * @param name the same in each of its lives
 * @param millisAgo time since it was lost
 */
record Loss(String name, long millisAgo) {}
