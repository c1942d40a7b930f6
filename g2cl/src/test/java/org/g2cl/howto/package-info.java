/** Code of the pages in {@code docs/howto}, compiled and run. */
package org.g2cl.howto;
