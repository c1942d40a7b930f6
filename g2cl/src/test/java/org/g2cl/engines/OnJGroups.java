package org.g2cl.engines;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.spi.ProtocolProvider;

/** Members on the shipped stack of a JGroups binding, but for links that can be severed. */
public final class OnJGroups implements Parts {
  private static final String MERGE =
      "<MERGE3 min_interval=\"300\" max_interval=\"600\" check_interval=\"1000\"/>";

  private final String engine;
  private final Path first;
  private final Path later;
  private final Consumer<String> cutOff;
  private final Consumer<String> putOut;
  private final Runnable letBack;
  private final List<String> peers = new ArrayList<>();

  /**
   * Creates it.
   *
   * @param engine the binding's name, of which its package is named, too
   * @param link protocol that takes the place of failure detection
   * @param folder where stacks are written
   */
  public OnJGroups(
      String engine, Class<?> link, Path folder, Consumer<String> cutOff, Runnable letBack)
      throws IOException {
    this(engine, link.getName(), folder, cutOff, cutOff, letBack);
  }

  private OnJGroups(
      String engine,
      String link,
      Path folder,
      Consumer<String> cutOff,
      Consumer<String> putOut,
      Runnable letBack)
      throws IOException {
    this.engine = engine;
    this.first = stack(link, 100, folder.resolve("first.xml"));
    this.later = stack(link, 20_000, folder.resolve("later.xml"));
    this.cutOff = cutOff;
    this.putOut = putOut;
    this.letBack = letBack;
  }

  /** The same, of whose members each has a higher address than those before it. */
  public static OnJGroups inOrder(
      String engine,
      Class<?> link,
      Path folder,
      Consumer<String> cutOff,
      Consumer<String> putOut,
      Runnable letBack)
      throws IOException {
    return new OnJGroups(
        engine, link.getName() + " ordered=\"true\"", folder, cutOff, putOut, letBack);
  }

  /** The first member waits for nobody, others as long as it takes to find one. */
  private Path stack(String link, int joinMillis, Path file) throws IOException {
    try (InputStream shipped =
        Protocols.class.getResourceAsStream("/org/g2cl/jgcs/" + engine + "/tcp.xml")) {
      return Files.writeString(
          file,
          new String(shipped.readAllBytes(), StandardCharsets.UTF_8)
              .replaceFirst("<MERGE3 [^>]*/>", "<" + link + "/>" + MERGE)
              .replaceFirst("<org[a-z0-9.]*Watchful[^>]*/>", "")
              .replaceFirst("<org[a-z0-9.]*ReconnectingFdAll3[^>]*/>", "")
              .replaceFirst("<VERIFY_SUSPECT[^>]*/>", "")
              .replaceFirst("join_timeout=\"[^\"]*\"", "join_timeout=\"" + joinMillis + "\""));
    }
  }

  @Override
  public Protocol protocol(String name) throws GroupException {
    Path stack = peers.isEmpty() ? first : later;
    String port = freePort();
    peers.add("127.0.0.1:" + port);
    Map<String, String> settings =
        Map.of(
            ProtocolProvider.MEMBER_NAME,
            name,
            ProtocolProvider.BIND_PORT,
            port,
            ProtocolProvider.PEERS,
            String.join(",", peers),
            ProtocolProvider.STACK,
            stack.toString());
    return Protocols.factory(engine, settings).createProtocol();
  }

  private static String freePort() throws GroupException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return Integer.toString(free.getLocalPort());
    } catch (IOException e) {
      throw new GroupException("no free port", e);
    }
  }

  @Override
  public GroupConfiguration group() throws GroupException {
    return Protocols.provider(engine).group("parts");
  }

  @Override
  public void cutOff(String name) {
    cutOff.accept(name);
  }

  @Override
  public void putOut(String name) {
    putOut.accept(name);
  }

  @Override
  public void letBack() {
    letBack.run();
  }
}
