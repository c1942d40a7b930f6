/** The command {@code ./ha simulate}. */
package org.g2cl.simulate.command;
