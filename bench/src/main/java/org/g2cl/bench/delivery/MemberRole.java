package org.g2cl.bench.delivery;

import java.util.LinkedHashMap;
import java.util.Map;
import org.g2cl.bench.worker.Arguments;
import org.g2cl.bench.worker.BenchException;
import org.g2cl.bench.worker.Role;

/** Worker's part in {@code delivery}: one member of each system's group. */
public final class MemberRole implements Role {
  private final Map<String, Member> members = new LinkedHashMap<>();

  /** For the worker. */
  public MemberRole() {}

  @Override
  public Object handle(String verb, Arguments arguments) throws Exception {
    return switch (verb) {
      case "join" -> join(arguments);
      case "members" -> member(arguments).endpoint.members();
      case "arm" -> arm(arguments);
      case "run" -> run(arguments);
      default -> throw new BenchException("a member does not know how to " + verb);
    };
  }

  private Object join(Arguments arguments) throws Exception {
    Member member = new Member();
    Map<String, String> settings = new LinkedHashMap<>(arguments.values());
    String group = settings.remove("group");
    Subject subject = Subject.of(settings.remove("subject"));
    member.endpoint =
        Endpoint.join(
            subject, group, settings, (sender, first) -> member.round.delivered(sender, first));
    members.put(subject.id(), member);
    return null;
  }

  private Object arm(Arguments arguments) {
    member(arguments).round = new Round(arguments.longNumber("expected"));
    return null;
  }

  private Round.Result run(Arguments arguments) throws Exception {
    Member member = member(arguments);
    return member.round.run(
        member.endpoint,
        arguments.number("size"),
        arguments.number("count"),
        arguments.longNumber("start"));
  }

  private Member member(Arguments arguments) {
    Member member = members.get(arguments.text("subject"));
    if (member == null) {
      throw new BenchException("not joined: " + arguments.text("subject"));
    }
    return member;
  }

  @Override
  public void close() {
    members.values().forEach(member -> member.endpoint.close());
    members.clear();
  }

  /** Endpoint with its current round. */
  private static final class Member {
    private Endpoint endpoint;
    private volatile Round round = new Round(-1);
  }
}
