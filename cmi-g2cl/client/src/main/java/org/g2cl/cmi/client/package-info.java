/**
 * The client side of highly available beans, on OpenEJB's client: request ids, retries on other
 * servers, affinity, policies, and a view of the servers that follows the cluster.
 *
 * <p>Entry point: {@link org.g2cl.cmi.client.HaContextFactory}; figures: {@link
 * org.g2cl.cmi.client.HaClient}.
 */
package org.g2cl.cmi.client;
