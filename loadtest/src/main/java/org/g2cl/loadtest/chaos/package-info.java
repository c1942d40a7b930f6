/**
 * Faults on a running bed: real processes are killed, halted and cut off while clients record every
 * call; afterwards a checker decides what was promised and not kept.
 */
package org.g2cl.loadtest.chaos;
