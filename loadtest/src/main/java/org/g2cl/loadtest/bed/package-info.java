/** Test bed: PostgreSQL, business nodes, web nodes and Apache httpd as processes on loopback. */
package org.g2cl.loadtest.bed;
