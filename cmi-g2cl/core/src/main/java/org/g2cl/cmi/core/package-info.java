/**
 * The HA service of a node: one group membership, registry and state propagation joined.
 *
 * <p>Entry point: {@link org.g2cl.cmi.core.HaService}.
 */
package org.g2cl.cmi.core;
