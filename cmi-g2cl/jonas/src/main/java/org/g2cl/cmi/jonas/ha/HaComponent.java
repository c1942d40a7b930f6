package org.g2cl.cmi.jonas.ha;

import org.g2cl.cmi.jonas.G2clHaService;

/**
 * {@link G2clHaService} as a component of iPOJO, which rewrites this class, and so is not to
 * rewrite that one: rewritten classes load only where iPOJO is.
 */
public final class HaComponent extends G2clHaService {}
