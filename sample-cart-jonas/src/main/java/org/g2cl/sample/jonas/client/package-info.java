/** Clients on stock CMI: one that obeys lines, and one that makes load. */
package org.g2cl.sample.jonas.client;
