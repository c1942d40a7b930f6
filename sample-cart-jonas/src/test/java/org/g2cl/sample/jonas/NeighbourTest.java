package org.g2cl.sample.jonas;

/** On the Java of the build. */
class NeighbourTest extends NeighbourContract {}
