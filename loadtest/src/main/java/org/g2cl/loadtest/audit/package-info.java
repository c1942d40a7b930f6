/** Audit: what the web tier was told is held against what carts and orders hold. */
package org.g2cl.loadtest.audit;
