/**
 * State of stateful session beans and the replies of their calls, kept on backups.
 *
 * <p>Knows neither a server nor an engine. Entry point: {@link
 * org.g2cl.propagation.StatePropagation}.
 */
package org.g2cl.propagation;
