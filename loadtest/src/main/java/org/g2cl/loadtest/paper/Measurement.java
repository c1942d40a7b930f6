package org.g2cl.loadtest.paper;

/**
 * Figures of one run. Times are milliseconds at httpd.
 *
 * @param seconds length of the part that counts
 * @param requests requests answered in it
 * @param failed of the whole run's, by httpd's log those not answered by a 2xx, and one for each
 *     client that was not answered in the part that counts: its request is in no mean
 * @param mean mean response time
 * @param median median
 * @param p95 95th percentile
 * @param p99 99th percentile
 * @param longest longest
 * @param throughput requests per second
 * @param memory resident memory of all business nodes, megabytes
 * @param businessCpu processor time of the business nodes for each request, milliseconds
 * @param webCpu the same of the web nodes
 * @param httpdCpu the same of httpd
 * @param databaseCpu the same of the database
 * @param othersCpu the same of all else on this machine: clients, the kernel
 * @param idleCpu time for each request in which this machine's processors had nothing to do
 */
record Measurement(
    double seconds,
    long requests,
    long failed,
    double mean,
    double median,
    double p95,
    double p99,
    double longest,
    double throughput,
    double memory,
    double businessCpu,
    double webCpu,
    double httpdCpu,
    double databaseCpu,
    double othersCpu,
    double idleCpu) {
  /** Processor time for each request, of all tiers and all else, milliseconds. */
  double busy() {
    return businessCpu + webCpu + httpdCpu + databaseCpu + othersCpu;
  }
}
