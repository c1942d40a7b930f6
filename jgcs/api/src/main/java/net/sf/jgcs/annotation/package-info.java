/** Hints for {@link net.sf.jgcs.DataSession#multicast}. */
package net.sf.jgcs.annotation;
