package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.g2cl.Registration;
import org.g2cl.registry.Registry;
import org.g2cl.registry.RegistryEntry;
import org.g2cl.registry.RegistryListener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is known of facts whose entries are gone. */
class SharedFactsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String ROOT = "cmi/fact";
  private static final String ENTRY = ROOT + "/fact";
  private static final byte[] MARK_OF_REMOVAL = {};

  private final Members members = new Members();

  @AfterEach
  void stop() {
    members.close();
  }

  /** What is done in the place of a call of the registry. */
  private interface Instead {
    Object of(String method, Object[] arguments, Instead call) throws Exception;
  }

  private static Registry with(Registry registry, Instead instead) {
    return (Registry)
        Proxy.newProxyInstance(
            SharedFactsTest.class.getClassLoader(),
            new Class<?>[] {Registry.class},
            (self, method, arguments) ->
                instead.of(
                    method.getName(),
                    arguments,
                    (name, given, call) -> {
                      try {
                        return method.invoke(registry, given);
                      } catch (InvocationTargetException e) {
                        throw (Exception) e.getCause();
                      }
                    }));
  }

  /** A registry that leaves the telling of changes to the test. */
  private static Registry untold(Registry registry, AtomicReference<RegistryListener> listener) {
    return with(
        registry,
        (method, arguments, call) -> {
          if (method.equals("addListener")) {
            listener.set((RegistryListener) arguments[0]);
            return (Registration) () -> {};
          }
          return call.of(method, arguments, null);
        });
  }

  private static RegistryEntry entry(Registry registry) {
    return registry.lookup(ENTRY).orElseThrow();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Test
  void shouldKeepFactThatIsWrittenBeforeTheEndOfItsMarkIsTold() throws Exception {
    Registry registry = members.join().registry();
    AtomicReference<RegistryListener> listener = new AtomicReference<>();
    SharedFacts facts = new SharedFacts(untold(registry, listener), ROOT, "a", () -> 0);
    registry.rebind(ENTRY, MARK_OF_REMOVAL);
    RegistryEntry mark = entry(registry);
    listener.get().entryAdded(mark);
    registry.unbind(ENTRY); // its owner is gone
    assertThat(facts.setIfAbsent("fact", bytes("new"))).isTrue();
    listener.get().entryRemoved(mark); // late
    registry.unbind(ENTRY);
    assertThat(facts.get("fact")).hasValue(bytes("new"));
  }

  @Test
  void shouldKnowWhatAnotherMemberHasWrittenMeanwhile() throws Exception {
    Registry registry = members.join().registry();
    AtomicReference<RegistryListener> listener = new AtomicReference<>();
    Registry slow =
        with(
            untold(registry, listener),
            (method, arguments, call) -> {
              Object result = call.of(method, arguments, null);
              if (method.equals("rebind")) {
                RegistryEntry mine = entry(registry);
                registry.rebind(ENTRY, bytes("of another"));
                listener.get().entryAdded(mine);
                listener.get().entryUpdated(mine, entry(registry));
              }
              return result;
            });
    SharedFacts facts = new SharedFacts(slow, ROOT, "a", () -> 0);
    facts.set("fact", bytes("mine"));
    registry.unbind(ENTRY); // the other one is gone
    assertThat(facts.get("fact")).hasValue(bytes("of another"));
  }

  @Test
  void shouldKeepWhatWentWithItsOwnerThoughTheFirstTryFails() throws Exception {
    Registry registry = members.join().registry();
    AtomicReference<RegistryListener> listener = new AtomicReference<>();
    AtomicBoolean failed = new AtomicBoolean();
    Registry failing =
        with(
            untold(registry, listener),
            (method, arguments, call) -> {
              if (method.equals("isReady") && failed.compareAndSet(false, true)) {
                throw new IllegalStateException("meant by the test");
              }
              return call.of(method, arguments, null);
            });
    try (SharedFacts facts = new SharedFacts(failing, ROOT, "a", () -> 0)) {
      registry.rebind(ENTRY, bytes("kept"));
      RegistryEntry written = entry(registry);
      listener.get().entryAdded(written);
      registry.unbind(ENTRY); // its owner is gone
      listener.get().entryRemoved(written);
      await().atMost(PATIENCE).until(() -> registry.lookup(ENTRY).isPresent());
      assertThat(failed).isTrue();
      assertThat(facts.get("fact")).hasValue(bytes("kept"));
    }
  }

  @Test
  void shouldDropPartsOfArchiveWhoseServerDiedBeforeItHadSharedItAll() {
    JonasGroup dying = members.join();
    ClusterTree b = new ClusterTree(members.join());
    ClusterTree c = new ClusterTree(members.join());
    new ClusterTree(dying).addArchive("whole", new byte[1_300_000]);
    SharedFacts facts = new SharedFacts(dying.registry(), ROOT, "a", () -> 0);
    ArchiveParts parts = new ArchiveParts(UUID.randomUUID(), 3);
    facts.set(parts.name(0), bytes("first"));
    facts.set(parts.name(1), bytes("second"));
    await().atMost(PATIENCE).until(() -> b.factsKept() == 6 && c.factsKept() == 6);
    members.crash(dying);
    await().atMost(PATIENCE).until(() -> b.factsKept() == 4 && c.factsKept() == 4);
    assertThat(b.hasArchive("whole")).isTrue();
  }

  @Test
  void shouldWriteAgainPartsThatAreLostWhileItSharesTheArchive() throws Exception {
    Registry registry = members.join().registry();
    AtomicBoolean lost = new AtomicBoolean();
    Registry losing =
        with(
            registry,
            (method, arguments, call) -> {
              String name = method.equals("rebind") ? arguments[0].toString() : "";
              if (name.endsWith("/1")) {
                String first = name.substring(0, name.length() - 1) + "0";
                lost.set(registry.unbind(first));
                await().atMost(PATIENCE).until(() -> registry.lookup(first).isPresent());
              }
              return call.of(method, arguments, null);
            });
    ClusterTree tree = new ClusterTree(losing, "a", () -> 0);
    tree.addArchive("policies", new byte[1_300_000]);
    assertThat(lost).isTrue();
    assertThat(registry.list(ROOT + "/archive-part")).hasSize(3);
  }
}
