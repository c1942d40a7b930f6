package org.g2cl.jgcs.tck.jgroups;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.spi.ProtocolProvider;
import net.sf.jgcs.spi.jgroups.StackSettings;
import org.g2cl.jgcs.tck.Binding;
import org.g2cl.jgcs.tck.FreePorts;
import org.g2cl.jgcs.tck.MemberProcess;
import org.g2cl.jgcs.tck.Outcast;

/** Either JGroups binding for the contract suite, on one of its stacks. */
public final class StackBinding implements Binding {
  private static final String HOST = "127.0.0.1:";
  private static final String GROUP = "g";

  private final String engine;
  private final Map<String, String> stack;
  private final List<String> peers = new ArrayList<>();
  private final List<MemberProcess> processes = new ArrayList<>();

  /** File of the first member's stack; null when it has the one of all. */
  private Path stackOfFirst;

  private boolean hasFirst;

  private StackBinding(String engine, Map<String, String> stack) {
    this.engine = engine;
    this.stack = stack;
  }

  /** On the stack that is used when none is named; each member asks those made before it. */
  public static Binding onTcp(String engine) {
    return new StackBinding(engine, Map.of());
  }

  /** On UDP without multicast; each member asks those made before it. */
  public static Binding onUdp(String engine) {
    return new StackBinding(engine, Map.of(ProtocolProvider.STACK, "udp"));
  }

  /**
   * On UDP; members find each other, and are sent to, by multicast.
   *
   * <p>The first member made has nobody to find when it joins first, and looks for a shorter time
   * than the stack's two seconds, which most tests would wait for in vain.
   */
  public static Binding onMulticast(String engine) throws IOException {
    StackBinding binding =
        new StackBinding(
            engine,
            Map.of(ProtocolProvider.STACK, "udp", StackSettings.MULTICAST, Multicast.address()));
    binding.stackOfFirst = HastyStack.of(engine);
    return binding;
  }

  @Override
  public Protocol createProtocol(String memberName) throws GroupException {
    try {
      return Protocols.factory(engine, newMember(memberName)).createProtocol();
    } catch (GroupException e) {
      throw e;
    } catch (IOException e) {
      throw new GroupException("no free port", e);
    }
  }

  private Map<String, String> newMember(String name) throws IOException {
    Map<String, String> settings = new LinkedHashMap<>(stack);
    settings.put(ProtocolProvider.MEMBER_NAME, name);
    if (stackOfFirst != null && !hasFirst) {
      settings.put(ProtocolProvider.STACK, stackOfFirst.toString());
    }
    hasFirst = true;
    if (!stack.containsKey(StackSettings.MULTICAST)) {
      String port = Integer.toString(FreePorts.next());
      settings.put(ProtocolProvider.BIND_PORT, port);
      // alone it names itself: without peers UDP would look for others by multicast
      settings.put(ProtocolProvider.PEERS, peers.isEmpty() ? HOST + port : String.join(",", peers));
      peers.add(HOST + port);
    }
    return settings;
  }

  @Override
  public GroupConfiguration group() {
    try {
      return Protocols.provider(engine).group(GROUP);
    } catch (GroupException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String engine() {
    return engine;
  }

  @Override
  public Runnable addVictim(String memberName) throws IOException {
    return start(memberName)::kill;
  }

  @Override
  public Optional<Outcast> addOutcast(String memberName) throws IOException {
    return Optional.of(start(memberName));
  }

  private MemberProcess start(String memberName) throws IOException {
    MemberProcess process = MemberProcess.start(engine, GROUP, newMember(memberName));
    processes.add(process);
    return process;
  }

  @Override
  public void close() throws IOException {
    processes.forEach(MemberProcess::close);
    if (stackOfFirst != null) {
      Files.deleteIfExists(stackOfFirst);
    }
  }
}
