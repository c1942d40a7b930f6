/**
 * The presentation tier: an embedded Tomcat with one servlet that keeps a remote cart in each HTTP
 * session.
 *
 * <p>It knows the beans by their remote interfaces alone, and keeps a ledger of the writes that
 * were acknowledged to it.
 */
package org.g2cl.sample.cart.web;
