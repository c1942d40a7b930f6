/**
 * What the bindings for JGroups 4.2 and 5.5 share: all that needs no type of JGroups. An addition
 * to jGCS 0.8, for these two bindings alone.
 */
package net.sf.jgcs.spi.jgroups;
