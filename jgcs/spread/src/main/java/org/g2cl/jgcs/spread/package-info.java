/** jGCS binding for the Spread daemon, 4.x and 5.x: its client protocol in Java. */
package org.g2cl.jgcs.spread;
