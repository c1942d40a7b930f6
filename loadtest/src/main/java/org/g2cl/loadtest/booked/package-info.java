/** A cart of two stateful beans, for faults that hit a call between them. */
package org.g2cl.loadtest.booked;
