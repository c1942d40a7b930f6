/** Command line of the measurements: {@code ./ha bench}. */
package org.g2cl.bench.command;
