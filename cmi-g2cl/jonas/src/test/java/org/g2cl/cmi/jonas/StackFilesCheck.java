package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The stack files in the jar for JOnAS: they are texts, in which the relocation changes no name.
 * Run after the jar is built, in the phase {@code integration-test}.
 */
class StackFilesCheck {
  private static final Path JAR = Path.of(System.getProperty("jonas.jar", "none"));

  @ParameterizedTest
  @ValueSource(strings = {"tcp.xml", "udp.xml"})
  void shouldHaveEveryClassThatAStackFileNames(String stack) throws Exception {
    try (URLClassLoader bundle =
            new URLClassLoader(
                new URL[] {JAR.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
        InputStream shipped = bundle.getResourceAsStream("org/g2cl/jgcs/jgroups4/" + stack);
        AutoCloseable channel = channel(bundle, shipped)) {
      Object protocols = call(channel, "getProtocolStack");
      Object views =
          protocols.getClass().getMethod("findProtocol", String.class).invoke(protocols, "GMS");
      assertThat(call(views, "getMembershipChangePolicy").getClass())
          .hasToString("class org.g2cl.jgcs.jgroups4.LargerPartLeads");
    }
  }

  /** All protocols are made, and set as the file says; nothing is opened. */
  private static AutoCloseable channel(ClassLoader bundle, InputStream shipped) throws Exception {
    String text = new String(shipped.readAllBytes(), StandardCharsets.UTF_8);
    String xml = text.replaceFirst("<(UDP|\\S+Tcp) ", "<$1 bind_port=\"7800\" ");
    return (AutoCloseable)
        bundle
            .loadClass("org.g2cl.shaded.jgroups.JChannel")
            .getConstructor(InputStream.class)
            .newInstance(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
  }

  private static Object call(Object target, String method) throws ReflectiveOperationException {
    return target.getClass().getMethod(method).invoke(target);
  }
}
