package org.g2cl.jgcs.tck;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import net.sf.jgcs.Protocol;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Part of the contract: a test with a fresh binding, whose members are closed at its end. */
abstract class ContractTest {
  /** A process takes seconds of processor time to start, and a busy machine gives it few. */
  private static final int STARTS = 3;

  /** Threads that send wait for room, which members that are slow to deliver give late. */
  private static final int SENDS = 3;

  private final List<Protocol> protocols = new ArrayList<>();
  private final List<Member> members = new ArrayList<>();
  private Binding binding;

  /** Creates the binding under test; called before each test. */
  protected abstract Binding createBinding() throws Exception;

  /** How long a test waits for what must happen; longer than the engine ever takes. */
  protected Duration deadline() {
    return Duration.ofSeconds(30);
  }

  @BeforeEach
  final void open() throws Exception {
    binding = createBinding();
  }

  @AfterEach
  final void close() throws Exception {
    for (Protocol protocol : protocols) {
      protocol.close();
    }
    if (binding != null) {
      binding.close();
    }
  }

  final Binding binding() {
    return binding;
  }

  final Protocol protocol(String name) throws Exception {
    Protocol protocol = binding.createProtocol(name);
    protocols.add(protocol);
    return protocol;
  }

  final Member member(String name) throws Exception {
    Member member = new Member(name, protocol(name), binding.group());
    members.add(member);
    return member;
  }

  /** Joins members of these names; each has a view of all of them when this returns. */
  final List<Member> joined(String... names) throws Exception {
    List<Member> group = new ArrayList<>();
    for (String name : names) {
      Member member = member(name);
      member.control().join();
      group.add(member);
    }
    await("a view of " + names.length, () -> group.stream().allMatch(m -> m.sees(names.length)));
    return group;
  }

  final void await(String what, Callable<Boolean> condition) {
    await(what, deadline(), condition);
  }

  /** Waits for a view with a member that may be a process which is still starting. */
  final void awaitStarted(String what, Callable<Boolean> condition) {
    await(what, deadline().multipliedBy(STARTS), condition);
  }

  /** Waits for threads that send to end. */
  final void awaitEnd(List<Thread> senders) {
    await(
        "the end of " + senders.size() + " senders",
        deadline().multipliedBy(SENDS),
        () -> senders.stream().noneMatch(Thread::isAlive));
  }

  private void await(String what, Duration deadline, Callable<Boolean> condition) {
    Awaitility.await(what)
        .atMost(deadline)
        .pollInterval(Duration.ofMillis(10))
        .conditionEvaluationListener(new StateOnTimeout(members))
        .until(condition);
  }
}
