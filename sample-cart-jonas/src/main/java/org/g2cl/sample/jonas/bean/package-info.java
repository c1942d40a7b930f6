/** The shopping cart: its interfaces, its bean, and the failure that it tells its client. */
package org.g2cl.sample.jonas.bean;
