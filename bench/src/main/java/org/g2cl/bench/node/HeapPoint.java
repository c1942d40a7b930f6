package org.g2cl.bench.node;

/**
 * Heap in use with so many sessions.
 *
 * @param sessions sessions open
 * @param stateBytes bytes of each one's state, serialized
 * @param ownerBytes what the owner's heap holds more than without sessions
 * @param backupBytes what the backup's heap holds more than without copies
 */
record HeapPoint(int sessions, int stateBytes, long ownerBytes, long backupBytes) {}
