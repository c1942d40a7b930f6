/** Two real TomEE servers with our jar, and what is done to them. */
package org.g2cl.sample.tomee;
