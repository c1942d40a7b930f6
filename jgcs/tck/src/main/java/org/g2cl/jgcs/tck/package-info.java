/**
 * Contract suite: what every binding must do, as JUnit 5 classes that a binding extends with its
 * {@link org.g2cl.jgcs.tck.Binding}.
 */
package org.g2cl.jgcs.tck;
