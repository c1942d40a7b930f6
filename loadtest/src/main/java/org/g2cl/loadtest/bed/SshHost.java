package org.g2cl.loadtest.bed;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Remote host of a bed.
 *
 * @param login {@code host} or {@code user@host}, as ssh takes it
 * @param port port of its ssh server; 0 for ssh's own choice
 * @param address address at which other nodes reach it
 */
public record SshHost(String login, int port, String address) {
  private static final Pattern TEXT =
      Pattern.compile("((?:[\\w.-]+@)?([\\w.-]+))(?::(\\d{1,5}))?(?:=([\\w.:-]+))?");

  /**
   * Reads {@code [user@]host[:port][=address]}; the address is the host where none is given.
   *
   * @throws BedException when it is not written so
   */
  public static SshHost parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches() || text.startsWith("-")) {
      throw BedException.environment(
          "'"
              + text
              + "' is no remote host: write [user@]host[:ssh-port][=address], for instance"
              + " me@node1:22=192.168.1.11");
    }
    String host = matcher.group(2);
    String port = matcher.group(3);
    String address = matcher.group(4);
    return new SshHost(
        matcher.group(1),
        port == null ? 0 : Integer.parseInt(port),
        address == null ? host : address);
  }

  /** ssh to this host, without questions, about to be followed by a command for its shell. */
  List<String> ssh() {
    List<String> command = new ArrayList<>(List.of("ssh", "-T", "-o", "BatchMode=yes"));
    command.addAll(List.of("-o", "ConnectTimeout=10", "-o", "ServerAliveInterval=5"));
    if (port > 0) {
      command.addAll(List.of("-p", Integer.toString(port)));
    }
    command.addAll(List.of("--", login));
    return command;
  }

  /** ssh to this host with a command, whose words arrive as they are. */
  List<String> ssh(List<String> words) {
    List<String> command = ssh();
    command.add(quoted(words));
    return command;
  }

  /** Words as a shell reads them that is to take each as it is. */
  static String quoted(List<String> words) {
    return words.stream()
        .map(word -> "'" + word.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" "));
  }

  @Override
  public String toString() {
    return login + (port > 0 ? ":" + port : "") + (address.equals(login) ? "" : "=" + address);
  }
}
