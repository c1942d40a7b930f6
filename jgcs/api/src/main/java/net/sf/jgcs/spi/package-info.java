/** What a binding implements: the provider by which it is found, and base classes. */
package net.sf.jgcs.spi;
