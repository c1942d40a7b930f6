/**
 * Deterministic simulation of the replication protocol: the real code on virtual time.
 *
 * <p>Entry point: {@link org.g2cl.simulate.Simulation}.
 */
package org.g2cl.simulate;
