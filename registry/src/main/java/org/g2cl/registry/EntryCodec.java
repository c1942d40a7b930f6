package org.g2cl.registry;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Form of entries in the state and in announcements; lengths are checked before memory is taken.
 *
 * <p>The count follows after the entries, where releases that have none stop to read; what they
 * write ends with the entries. Bytes that a later release adds behind it are left.
 */
final class EntryCodec {
  private static final int VERSION = 1;

  private EntryCodec() {}

  static void write(Counted counted, DataOutputStream out) throws IOException {
    List<Entry> entries = counted.entries();
    out.writeByte(VERSION);
    out.writeInt(entries.size());
    for (Entry entry : entries) {
      out.writeUTF(entry.name());
      out.writeInt(entry.value().length);
      out.write(entry.value());
      out.writeLong(entry.owner());
      out.writeLong(entry.version());
    }
    out.writeLong(counted.count());
    out.flush();
  }

  static Counted read(DataInputStream in) throws IOException {
    int version = in.readUnsignedByte();
    if (version != VERSION) {
      throw new IOException("entries have format " + version + ", known is " + VERSION);
    }
    int count = checked("number of entries", in.readInt(), Tree.MAX_ENTRIES);
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      entries.add(readEntry(in));
    }
    return new Counted(entries, readCount(in));
  }

  private static long readCount(DataInputStream in) throws IOException {
    int first = in.read();
    if (first < 0) {
      return 0;
    }
    byte[] bytes = new byte[Long.BYTES];
    bytes[0] = (byte) first;
    in.readFully(bytes, 1, Long.BYTES - 1);
    return ByteBuffer.wrap(bytes).getLong();
  }

  private static Entry readEntry(DataInputStream in) throws IOException {
    String name = in.readUTF();
    checked("length of a name", name.length(), Names.MAX_LENGTH);
    byte[] value = new byte[checked("length of a value", in.readInt(), Values.MAX_BYTES)];
    in.readFully(value);
    return new Entry(name, value, in.readLong(), in.readLong());
  }

  private static int checked(String what, int value, int most) throws IOException {
    if (value < 0 || value > most) {
      throw new IOException("%s is %d, at most %d is allowed".formatted(what, value, most));
    }
    return value;
  }
}
