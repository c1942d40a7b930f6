/**
 * Replicated stateful session beans for TomEE and OpenEJB.
 *
 * <p>Entry points: {@link org.g2cl.cmi.tomee.EmbeddedBusinessNode} runs a server in this JVM;
 * {@link org.g2cl.cmi.tomee.ReplicatedStatefulContainerFactory} is named in the configuration of a
 * TomEE.
 */
package org.g2cl.cmi.tomee;
