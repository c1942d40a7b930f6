/** What the bindings for JGroups 4.2 and 5.5 must do beyond the contract: stacks, TLS, sockets. */
package org.g2cl.jgcs.tck.jgroups;
