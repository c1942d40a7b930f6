package org.g2cl.cmi.jonas;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.g2cl.jgcs.local.LocalNetwork;

/** Members of a group in this JVM, on the engine {@code local}. */
final class Members implements AutoCloseable {
  private static final AtomicInteger GROUPS = new AtomicInteger();

  private final String group = "test" + GROUPS.incrementAndGet();
  private final List<JonasGroup> members = new ArrayList<>();
  private int begun;

  JonasGroup join(String... attributes) {
    Config config = new Config();
    config.setGroupName(group);
    config.setEngine("local");
    config.setBindPort(Integer.toString(20_000 + begun++));
    for (int i = 0; i < attributes.length; i += 2) {
      switch (attributes[i]) {
        case "backups" -> config.setBackups(attributes[i + 1]);
        case "minimumCopies" -> config.setMinimumCopies(attributes[i + 1]);
        case "mode" -> config.setMode(attributes[i + 1]);
        default -> throw new IllegalArgumentException(attributes[i]);
      }
    }
    JonasGroup member = JonasGroup.join(GroupSettings.of(config));
    members.add(member);
    return member;
  }

  String group() {
    return group;
  }

  static LocalNetwork network() {
    return LocalNetwork.named("default");
  }

  void crash(JonasGroup member) {
    members.remove(member);
    network().crash(member.address());
  }

  void leave(JonasGroup member) {
    members.remove(member);
    JonasGroup.release(member);
  }

  @Override
  public void close() {
    members.forEach(JonasGroup::release);
  }
}
