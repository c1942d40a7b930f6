/**
 * Load: clients that each drive a cart of their own by ApacheBench, and what the access log tells.
 */
package org.g2cl.loadtest.load;
