/** The whole shop in one process and without high availability, for a first look and for tests. */
package org.g2cl.sample.cart.alone;
