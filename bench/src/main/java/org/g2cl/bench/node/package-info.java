/** Business nodes and clients of the measurements, and the bean that they call. */
package org.g2cl.bench.node;
