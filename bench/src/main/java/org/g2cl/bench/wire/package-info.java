/** Bytes that each layer puts on the wire, counted where JGroups writes to its sockets. */
package org.g2cl.bench.wire;
