/** A token that goes round a ring of members. */
package org.g2cl.bench.ring;
