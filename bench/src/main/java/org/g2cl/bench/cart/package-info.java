/** A cart like the sample's, of 1 KB with ten lines. */
package org.g2cl.bench.cart;
