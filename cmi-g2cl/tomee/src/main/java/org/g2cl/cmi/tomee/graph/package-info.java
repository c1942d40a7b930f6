/**
 * Form of object graphs that is quick to write and to read, stable under small changes, and reads
 * nothing that the rules do not allow. Why and how: {@code docs/explanation/state-format.md}.
 */
package org.g2cl.cmi.tomee.graph;
