package org.g2cl.jgcs.spread;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Output of a stream that keeps what came, and maker of what goes in. */
final class Recorder implements Stream.Output {
  /** Texts of messages, and members of views, in order. */
  final List<String> events = new ArrayList<>();

  /** Texts of those messages that were delayed. */
  final List<String> delays = new ArrayList<>();

  final List<byte[]> payloads = new ArrayList<>();
  final List<String> drops = new ArrayList<>();
  private final Set<String> members = new HashSet<>();

  @Override
  public void message(String sender, SpreadService service, byte[] payload, boolean delayed) {
    if (delayed) {
      delays.add(new String(payload, StandardCharsets.US_ASCII));
    }
    payloads.add(payload);
    events.add(new String(payload, StandardCharsets.US_ASCII));
  }

  @Override
  public void view(GroupView view) {
    members.clear();
    members.addAll(view.members());
    events.add(view.members().toString());
  }

  @Override
  public boolean isWidenedBy(GroupView view) {
    return !members.containsAll(view.members());
  }

  @Override
  public void dropped(String sender, MalformedFrameException reason) {
    drops.add(reason.getMessage());
  }

  static GroupView view(int index, int cause, String... members) {
    List<String> all = List.of(members);
    return new GroupView(SpreadViewId.whole(1, 1, index), all, cause, 0, Set.copyOf(all));
  }

  static Arrival small(String sender, String text) {
    Tag tag = new Tag(SpreadService.TOTAL_ORDER, false);
    return new Arrival(sender, tag, text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Fragments of a message, in parts of that many bytes. */
  static List<Arrival> fragments(String sender, int id, byte[] payload, int part) {
    List<Arrival> fragments = new ArrayList<>();
    for (int at = 0; at < payload.length; at += part) {
      int length = Math.min(part, payload.length - at);
      byte[] data = new byte[Fragment.HEAD_BYTES + length];
      byte[] head = new Fragment(id, payload.length, at).head();
      System.arraycopy(head, 0, data, 0, head.length);
      System.arraycopy(payload, at, data, head.length, length);
      fragments.add(new Arrival(sender, new Tag(SpreadService.TOTAL_ORDER, true), data));
    }
    return fragments;
  }

  static List<Arrival> fragments(String sender, int id, String text, int part) {
    return fragments(sender, id, text.getBytes(StandardCharsets.US_ASCII), part);
  }
}
