package org.g2cl.bench.report;

/**
 * What a paper found, in its own terms.
 *
 * @param source authors and title, short
 * @param figure what it states
 */
public record PaperFigure(String source, String figure) {}
