/** Load of hours at a fraction of the peak: what slows down, grows or fails with time. */
package org.g2cl.loadtest.soak;
