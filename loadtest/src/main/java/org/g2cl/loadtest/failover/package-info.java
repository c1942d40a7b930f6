/** Failures under load as an experiment: how long each kind takes, and what it does to clients. */
package org.g2cl.loadtest.failover;
