/** Service {@code ha} as a component of iPOJO, for a bundle of its own. */
package org.g2cl.cmi.jonas.ha;
