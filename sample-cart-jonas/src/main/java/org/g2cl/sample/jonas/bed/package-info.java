/**
 * The bed: servers, clients and databases as processes, and what became of carts when some died.
 */
package org.g2cl.sample.jonas.bed;
