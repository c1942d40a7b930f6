/** Latency and bandwidth of each layer between two JVMs, by ping and acknowledgement. */
package org.g2cl.bench.layers;
