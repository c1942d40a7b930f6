/**
 * Workers: JVMs, or threads of this one, that play the members, nodes and clients of an experiment.
 */
package org.g2cl.bench.worker;
