package org.g2cl.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import net.sf.jgcs.ControlSession;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.jgroups.JGroupsGroup;
import net.sf.jgcs.spi.Admission;
import net.sf.jgcs.spi.GuardedSession;
import net.sf.jgcs.spi.ProtocolProvider;
import org.g2cl.jgcs.tck.jgroups.ConnectionAdmissionContract;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JGroupsAdmissionTest extends ConnectionAdmissionContract {
  @TempDir Path folder;

  /** Knows the stack that it is in; public because JGroups makes it by its name. */
  public static final class Witness extends org.jgroups.stack.Protocol {
    private static volatile List<String> seen = List.of();

    @Override
    public void start() {
      seen = getProtocolStack().getProtocols().stream().map(p -> p.getName()).toList();
    }
  }

  @Override
  protected String engine() {
    return JGroupsProtocolProvider.NAME;
  }

  @Test
  void shouldHaveAGuardInTheStackBelowGmsOnlyWhenSomethingIsProved() throws Exception {
    assertThat(protocols(null)).contains("GMS").doesNotContain("JoinGuard");
    assertThat(protocols(new Anything())).containsSubsequence("GMS", "JoinGuard", "Witness");
  }

  private List<String> protocols(Admission admission) throws Exception {
    Path stack = folder.resolve("witness.xml");
    try (InputStream shipped = Stack.class.getResourceAsStream("tcp.xml")) {
      String text = new String(shipped.readAllBytes(), StandardCharsets.UTF_8);
      String witness = "<" + Witness.class.getName() + "/>\n  <pbcast.GMS ";
      Files.writeString(stack, text.replace("<pbcast.GMS ", witness));
    }
    Map<String, String> settings = Map.of(ProtocolProvider.STACK, stack.toString());
    try (Protocol protocol = Protocols.factory(engine(), settings).createProtocol()) {
      ControlSession control = protocol.openControlSession(new JGroupsGroup("guarded"));
      if (admission != null) {
        ((GuardedSession) control).guard(admission);
      }
      control.join();
      return Witness.seen;
    }
  }

  private static final class Anything implements Admission {
    @Override
    public byte[] prove(byte[] statement) {
      return new byte[0];
    }

    @Override
    public boolean accepts(byte[] statement, byte[] proof) {
      return true;
    }

    @Override
    public String advice() {
      return "";
    }
  }
}
