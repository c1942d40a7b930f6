/** Processes of the bed, seen from inside: a business node, a web node, and their status. */
package org.g2cl.loadtest.node;
