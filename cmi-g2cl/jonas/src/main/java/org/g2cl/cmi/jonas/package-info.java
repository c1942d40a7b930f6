/**
 * Drop-in for {@code cmi-jgroups} and {@code cmi-ha} of OW2 CMI 2.2: the cluster view manager on
 * the distributed registry, and the replication manager on the state propagation.
 */
package org.g2cl.cmi.jonas;
