package org.g2cl.cmi.jonas;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import net.sf.jgcs.GroupException;
import org.g2cl.cmi.core.DaemonTimer;
import org.g2cl.cmi.core.HaSetting;
import org.g2cl.registry.NameAlreadyBoundException;
import org.g2cl.registry.Registry;
import org.g2cl.registry.RegistryEntry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The name that a server has in the group by its {@code bindAddress} and {@code bindPort}, one
 * server's only. Where the engine opens the port nobody else can; elsewhere the registry tells.
 */
final class NameInGroup implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NameInGroup.class);

  /** How long a server of that name that has just ended may still be in the group. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final Duration LOOK_PERIOD = Duration.ofSeconds(5);

  private final Registry registry;
  private final GroupSettings settings;
  private final String entry;
  private final String owner = UUID.randomUUID().toString();
  private final ScheduledExecutorService timer = DaemonTimer.named("g2cl-jonas-name");
  private boolean told;

  NameInGroup(Registry registry, GroupSettings settings) {
    this.registry = registry;
    this.settings = settings;
    this.entry = "cmi/name/" + ObjectPath.encode(settings.memberName());
  }

  /**
   * Takes the name, and keeps it when the server has been out of the group.
   *
   * @throws GroupException when another server has it
   */
  void take() throws GroupException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    Optional<GroupException> refused = tryToTake();
    while (refused.isPresent()) {
      if (System.nanoTime() - deadline > 0) {
        throw refused.get();
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
      refused = tryToTake();
    }
    DaemonTimer.repeat(timer, LOOK_PERIOD, this::look);
  }

  /** Why it has not the name, empty when it has. */
  private Optional<GroupException> tryToTake() throws InterruptedException {
    try {
      return has() ? Optional.empty() : Optional.of(new GroupException(taken()));
    } catch (GroupException e) {
      return Optional.of(e); // the view changes
    }
  }

  /** Whether the name is this server's, which takes it when it is free. */
  private boolean has() throws GroupException, InterruptedException {
    Optional<String> present = registry.lookup(entry).map(RegistryEntry::string);
    if (present.isPresent()) {
      return present.get().equals(owner);
    }
    try {
      registry.bind(entry, owner);
      return true;
    } catch (NameAlreadyBoundException e) {
      return false;
    }
  }

  private String taken() {
    return "another server of the group has %s %s and %s %s too, by which a server is known there; give each server another %s (with engine '%s' the port is not opened)"
        .formatted(
            settings.name(HaSetting.BIND_ADDRESS),
            settings.ha().get(HaSetting.BIND_ADDRESS),
            settings.name(HaSetting.BIND_PORT),
            settings.ha().get(HaSetting.BIND_PORT),
            settings.name(HaSetting.BIND_PORT),
            settings.ha().get(HaSetting.ENGINE));
  }

  /** After a while out of the group, or in the other half of it, the name has to be taken anew. */
  private void look() {
    try {
      boolean isTwice = registry.isReady() && !has();
      if (isTwice && !told) {
        LOG.error("{}: {}. Both go on", settings.memberName(), taken());
      }
      told = isTwice;
    } catch (GroupException | RuntimeException e) {
      LOG.debug("{}: its name is not looked at", settings.memberName(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
