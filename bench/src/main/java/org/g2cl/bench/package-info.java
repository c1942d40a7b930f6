/** JMH benchmarks, one class per question; how to run each stands at its end. */
package org.g2cl.bench;
