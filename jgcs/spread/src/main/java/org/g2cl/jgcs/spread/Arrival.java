package org.g2cl.jgcs.spread;

/** Message or fragment as it came, from the member with that private group name. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Arrival(String sender, Tag tag, byte[] data) {
  /** Bytes of memory taken besides the data, roughly. */
  static final int OVERHEAD = 200;

  int bytes() {
    return data.length + OVERHEAD;
  }
}
