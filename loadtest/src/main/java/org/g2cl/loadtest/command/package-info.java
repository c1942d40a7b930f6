/** Command line of {@code ./ha}. */
package org.g2cl.loadtest.command;
