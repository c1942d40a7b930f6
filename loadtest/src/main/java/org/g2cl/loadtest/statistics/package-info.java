/** Statistics of measured values, used by the load test and the benchmarks alike. */
package org.g2cl.loadtest.statistics;
