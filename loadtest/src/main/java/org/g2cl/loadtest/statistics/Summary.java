package org.g2cl.loadtest.statistics;

/**
 * Figures of a {@link Sample}; all but the first two are those of the values that were kept.
 *
 * @param rounds values measured
 * @param outliers extreme outliers by boxplot, removed
 * @param mean arithmetic mean
 * @param low95 lower end of the mean's 95 % confidence interval
 * @param high95 its upper end
 * @param median half of the values are below it
 * @param standardDeviation spread of the values
 * @param least least value
 * @param greatest greatest value
 */
public record Summary(
    int rounds,
    int outliers,
    double mean,
    double low95,
    double high95,
    double median,
    double standardDeviation,
    double least,
    double greatest) {}
