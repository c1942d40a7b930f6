/** Delivery rate of systems side by side, and the systems themselves. */
package org.g2cl.bench.delivery;
