/** The host of JOnAS's container classes, which dies on command. */
package org.g2cl.sample.jonas.server;
