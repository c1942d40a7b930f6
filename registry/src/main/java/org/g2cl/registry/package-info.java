/**
 * Distributed registry: a replicated tree of names whose entries live as long as the members that
 * bound them, with a JNDI context on top. Start at {@link org.g2cl.registry.Registry}.
 */
package org.g2cl.registry;
