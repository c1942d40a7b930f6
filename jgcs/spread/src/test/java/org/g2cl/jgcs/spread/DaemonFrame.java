package org.g2cl.jgcs.spread;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Frame as the in-test daemon reads and writes it, by code that the binding does not share. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record DaemonFrame(int type, String sender, List<String> groups, int hint, byte[] data) {
  static final int SELF_DISCARD = 0x40;
  static final int BY_JOIN = 0x100;
  static final int BY_LEAVE = 0x200;
  static final int BY_DISCONNECT = 0x400;
  static final int BY_NETWORK = 0x800;
  static final int VIEW = 0x1000;
  static final int TRANSITION = 0x2000;
  static final int JOIN = 0x10000;
  static final int LEAVE = 0x20000;
  static final int KILL = 0x40000;
  private static final int REJECT = 0x400000;
  private static final int REGULAR = 0x3f;
  private static final int REQUESTS = JOIN | LEAVE | KILL;
  private static final int MARK = 0x80000080;
  private static final int MOST_GROUPS = 43;
  private static final int ABORTS_FROM = 143_201;

  static DaemonFrame read(DataInputStream in) throws IOException {
    byte[] head = new byte[48];
    in.readFully(head);
    ByteBuffer words =
        ByteBuffer.wrap(head)
            .order((head[0] & 0x80) != 0 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    int count = words.getInt(36);
    byte[] names = new byte[32 * count];
    in.readFully(names);
    byte[] data = new byte[words.getInt(44)];
    in.readFully(data);
    List<String> groups = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      groups.add(name(names, 32 * i));
    }
    int hint = ByteBuffer.wrap(head).getInt(40);
    return new DaemonFrame(words.getInt(0) & ~MARK, name(head, 4), groups, hint, data);
  }

  private static String name(byte[] bytes, int from) {
    return new String(bytes, from, 32, StandardCharsets.US_ASCII).split("\0", -1)[0];
  }

  /** Tells whether the real daemon takes it; it closes the connection otherwise. */
  boolean legal() {
    boolean message = Integer.bitCount(type & REGULAR) == 1 && (type & REQUESTS) == 0;
    boolean request = Integer.bitCount(type & REQUESTS) == 1 && (type & REGULAR) == 0;
    boolean known = (type & ~(REGULAR | REQUESTS | SELF_DISCARD)) == 0;
    boolean names = groups.stream().allMatch(name -> name.matches("[#-~]{1,31}"));
    return known && names && (message || request) && groups.size() <= MOST_GROUPS;
  }

  boolean stopsTheDaemon() {
    return 48 + 32 * groups.size() + data.length >= ABORTS_FROM;
  }

  byte[] toBytes(ByteOrder order) {
    ByteBuffer out = ByteBuffer.allocate(48 + 32 * groups.size() + data.length).order(order);
    out.putInt(0, type | (order == ByteOrder.LITTLE_ENDIAN ? MARK : 0));
    put(out, 4, sender);
    out.putInt(36, groups.size());
    out.putInt(44, data.length);
    out.order(ByteOrder.BIG_ENDIAN).putInt(40, hint);
    for (int i = 0; i < groups.size(); i++) {
      put(out, 48 + 32 * i, groups.get(i));
    }
    out.position(48 + 32 * groups.size());
    return out.put(data).array();
  }

  /** What a client gets back whose request the access policy refuses. */
  byte[] rejected(ByteOrder order) {
    byte[] whole =
        new DaemonFrame(REJECT, sender, List.of(groups.get(0), sender), hint, data).toBytes(order);
    ByteBuffer out = ByteBuffer.allocate(whole.length + 4).order(order);
    return out.put(whole, 0, 48).putInt(type).put(whole, 48, whole.length - 48).array();
  }

  /** Kind of what members say among themselves: 1 and 2 of life, 4 for a suspicion; else 0. */
  int word() {
    ByteBuffer head = ByteBuffer.wrap(data);
    boolean word = data.length > 12 && head.getInt() == 0 && head.getInt() == Integer.MAX_VALUE;
    return word ? head.getInt() : 0;
  }

  private static void put(ByteBuffer out, int at, String name) {
    out.position(at);
    out.put(name.getBytes(StandardCharsets.US_ASCII));
  }

  static DaemonFrame selfLeave(String group) {
    return new DaemonFrame(BY_LEAVE, group, List.of(), 0, new byte[0]);
  }

  /** A view; of the sets of members, the one with that index is told to be the receiver's. */
  static DaemonFrame view(
      String group,
      List<String> members,
      int cause,
      int[] id,
      List<List<String>> sets,
      int own,
      ByteOrder order) {
    int size = 20 + sets.stream().mapToInt(set -> 4 + 32 * set.size()).sum();
    ByteBuffer data = ByteBuffer.allocate(size).order(order);
    data.putInt(id[0]).putInt(id[1]).putInt(id[2]).putInt(sets.size());
    data.putInt(sets.subList(0, own).stream().mapToInt(set -> 4 + 32 * set.size()).sum());
    for (List<String> set : sets) {
      data.putInt(set.size());
      for (String member : set) {
        byte[] padded = new byte[32];
        byte[] name = member.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(name, 0, padded, 0, name.length);
        data.put(padded);
      }
    }
    return new DaemonFrame(VIEW | cause, group, List.copyOf(members), 0, data.array());
  }
}
