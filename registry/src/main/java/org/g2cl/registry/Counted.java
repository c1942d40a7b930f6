package org.g2cl.registry;

import java.util.List;

/**
 * Entries, and the count of writes of the member that took them together: all writes up to that one
 * are in them.
 *
 * @param count 0 when not known
 */
record Counted(List<Entry> entries, long count) {}
