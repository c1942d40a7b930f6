/** Report of stock CMI and our drop-in, measured side by side. */
package org.g2cl.loadtest.jonas;
