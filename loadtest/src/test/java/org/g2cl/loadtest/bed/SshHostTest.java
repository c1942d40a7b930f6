package org.g2cl.loadtest.bed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SshHostTest {
  @ParameterizedTest
  @CsvSource({
    "node1, node1, 0, node1",
    "me@node1, me@node1, 0, node1",
    "me@node1:2222, me@node1, 2222, node1",
    "me@node1:2222=192.168.1.11, me@node1, 2222, 192.168.1.11",
    "node1=10.0.0.1, node1, 0, 10.0.0.1"
  })
  void shouldReadHowAHostIsWritten(String text, String login, int port, String address) {
    assertThat(SshHost.parse(text)).isEqualTo(new SshHost(login, port, address));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "-oProxyCommand=x", "me@", "node1:port", "node1;reboot"})
  void shouldRefuseWhatIsNoHost(String text) {
    assertThatThrownBy(() -> SshHost.parse(text))
        .isInstanceOf(BedException.class)
        .hasMessageContaining("'" + text + "' is no remote host")
        .hasMessageContaining("[user@]host");
  }

  @Test
  void shouldAskNoQuestionsAndTakeNoOptionForAHost() {
    assertThat(SshHost.parse("me@node1:2222").ssh())
        .startsWith("ssh", "-T", "-o", "BatchMode=yes")
        .containsSequence("-p", "2222", "--", "me@node1");
  }

  @Test
  void shouldStartANodeThatTellsItsProcessIdAndReadsItsSecretUnseen() {
    RemoteHost host = new RemoteHost(SshHost.parse("me@node1"), Path.of("/opt/g2 cl"), 4201);

    List<String> command =
        host.command(
            List.of("-Xmx64m", "Main", "it's"),
            new ProcessorShare(5, 0, 0),
            Map.of("G2CL_SECRET", "hidden"));

    assertThat(command.get(command.size() - 1))
        .isEqualTo(
            "cd '/opt/g2 cl' && IFS= read -r G2CL_SECRET && export G2CL_SECRET && echo \"PID $$\""
                + " && exec 'nice' '-n' '5' 'java' '-cp' 'loadtest/target/*:loadtest/target/lib/*' '-Xmx64m'"
                + " 'Main' 'it'\\''s'");
    assertThat(String.join(" ", command)).doesNotContain("hidden");
  }

  /** The shell over there becomes the node, under the process id that it has told. */
  @Test
  void shouldLimitTheProcessorTimeOfANodeOnItsHost() {
    RemoteHost host = new RemoteHost(SshHost.parse("me@node1"), Path.of("/opt/g2cl"), 4201);

    List<String> command = host.command(List.of("Main"), new ProcessorShare(0, 0.5, 0), Map.of());

    assertThat(command.get(command.size() - 1))
        .contains("exec 'sh' '-c' ")
        .endsWith(
            " '50000' '100000' 'java' '-cp' 'loadtest/target/*:loadtest/target/lib/*' 'Main'");
  }

  @Test
  void shouldLeaveThePortsOfFailureDetectorsAloneUntilItHasNoMore() {
    RemoteHost host = new RemoteHost(SshHost.parse("node1"), Path.of("/opt/g2cl"), 4201);
    List<Integer> ports = new ArrayList<>();

    assertThatThrownBy(() -> takeAll(host, ports))
        .isInstanceOf(BedException.class)
        .hasMessage(
            "the bed has used up its 1000 ports from 4201 on the remote host node1: name more hosts with --where, or start fewer nodes");
    assertThat(ports).hasSize(500).doesNotHaveDuplicates().startsWith(4201, 4202);
    assertThat(ports).allMatch(port -> port + 100 < 4201 + RemoteHost.PORTS);
    assertThat(ports).doesNotContainAnyElementsOf(ports.stream().map(port -> port + 100).toList());
  }

  private static void takeAll(RemoteHost host, List<Integer> ports) {
    for (int i = 0; i < RemoteHost.PORTS; i++) {
      ports.add(host.takePort());
    }
  }

  @Test
  void shouldNameTheHostThatCannotBeReached() {
    Where.Remote where =
        new Where.Remote(List.of(SshHost.parse("nobody@127.0.0.1:1")), Path.of("/opt/g2cl"));

    assertThatThrownBy(() -> new RemoteHosts(where))
        .isInstanceOf(BedException.class)
        .hasMessageContaining("the remote host nobody@127.0.0.1:1")
        .hasMessageContaining("BatchMode=yes");
  }
}
