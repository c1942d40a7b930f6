/** An embedded OpenEJB server with two beans, for tests in several JVMs. */
package org.g2cl.cmi.client.server;
