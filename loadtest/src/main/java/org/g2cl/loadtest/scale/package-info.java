/** What a call costs as the system grows: by nodes, backups, size of the state, and sessions. */
package org.g2cl.loadtest.scale;
