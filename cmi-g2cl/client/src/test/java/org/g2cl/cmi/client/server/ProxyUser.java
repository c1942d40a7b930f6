package org.g2cl.cmi.client.server;

import java.io.ObjectInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.g2cl.cmi.client.HaClient;

/** Process that got a proxy in a file and knows nothing else. */
public final class ProxyUser {
  private ProxyUser() {}

  /** Prints two sums and how many requests our client has sent. */
  @SuppressWarnings({"BanSerializableRead", "SystemOut"}) // the test's own file and process
  public static void main(String[] arguments) throws Exception {
    try (ObjectInputStream in =
        new ObjectInputStream(Files.newInputStream(Path.of(arguments[0])))) {
      Counter counter = (Counter) in.readObject();
      System.out.println(counter.increment());
      System.out.println(counter.increment());
      System.out.println(HaClient.install().status().requests());
    }
  }
}
