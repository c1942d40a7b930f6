/**
 * State of sessions propagated by JGroups directly: what the load test compares our layers with.
 *
 * <p>The same serialized state and reply go to one backup, chosen the same way, and are
 * acknowledged before the answer, written on JGroups' own MessageDispatcher as well as we can.
 * There is no fencing, no exactly-once and no copy made again: nothing for production.
 */
package org.g2cl.loadtest.direct;
