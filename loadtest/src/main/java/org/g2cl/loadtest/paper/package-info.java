/**
 * Section 4.3 of the G2CL paper repeated: response time by number of clients, with state not
 * replicated, propagated by JGroups directly, and by G2CL on several engines.
 */
package org.g2cl.loadtest.paper;
