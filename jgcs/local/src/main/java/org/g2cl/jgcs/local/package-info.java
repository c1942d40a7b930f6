/** jGCS binding for members in one JVM, without a network; its links can be blocked and delayed. */
package org.g2cl.jgcs.local;
