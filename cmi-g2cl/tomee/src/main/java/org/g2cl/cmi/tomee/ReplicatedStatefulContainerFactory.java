package org.g2cl.cmi.tomee;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.openejb.core.stateful.DefaultLockFactory;
import org.apache.openejb.core.stateful.StatefulContainer;
import org.apache.openejb.core.stateful.StatefulContainerFactory;
import org.apache.openejb.loader.SystemInstance;

/**
 * Maker of the container that replicates stateful session beans, for the server's configuration.
 *
 * <p>In properties: {@code SF =
 * new://Container?type=STATEFUL&class-name=org.g2cl.cmi.tomee.ReplicatedStatefulContainerFactory&factory-name=create};
 * in {@code tomee.xml} an element {@code Container} with the same three attributes. Its properties:
 *
 * <ul>
 *   <li>{@code AllowedClasses}: classes that states and replies may hold besides values of the JDK
 *       and what comes from where the bean comes from; names or {@code package.*}, separated by
 *       commas; none by default
 *   <li>{@code Capacity}: instances kept in memory; 1000 by default, as the server has it
 *   <li>{@code TimeOut}: time without a call after which a session is dropped, in minutes unless a
 *       unit is given; 20 by default; a bean's own {@code @StatefulTimeout} wins
 *   <li>{@code AccessTimeout}: as in the stock container
 * </ul>
 */
public final class ReplicatedStatefulContainerFactory extends StatefulContainerFactory {
  private static final int DEFAULT_CAPACITY = 1_000;
  private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(20);

  /** Sets the classes allowed in states and replies; names or {@code package.*}, by commas. */
  public void setAllowedClasses(String classes) {
    getProperties().setProperty(ClassAllowList.SETTING, classes);
  }

  /**
   * Makes the container.
   *
   * @throws IllegalStateException when no HA service runs in this server
   */
  @Override
  public StatefulContainer create() {
    Replication replication = SystemInstance.get().getComponent(Replication.class);
    if (replication == null) {
      throw new IllegalStateException(
          "container %s: no HA service runs in this server; put the extension on the server's class"
                  .formatted(getId())
              + " path or start the server by EmbeddedBusinessNode");
    }
    Duration timeout = timeout();
    return new ReplicatedStatefulContainer(
        getId(),
        getSecurityService(),
        new LiveInstances(capacity(), timeout.isZero() ? DEFAULT_TIMEOUT : timeout),
        getAccessTimeout(),
        new DefaultLockFactory(),
        replication,
        list(property(ClassAllowList.SETTING)),
        timeout);
  }

  private int capacity() {
    String value = property("Capacity");
    try {
      return value.isEmpty() ? DEFAULT_CAPACITY : Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "container %s: Capacity is '%s'; it must be a whole number".formatted(getId(), value), e);
    }
  }

  private Duration timeout() {
    String value = property("TimeOut");
    if (value.isEmpty()) {
      return DEFAULT_TIMEOUT;
    }
    var duration = new org.apache.openejb.util.Duration(value);
    if (duration.getUnit() == null) {
      duration.setUnit(TimeUnit.MINUTES);
    }
    return Duration.ofMillis(Math.max(0, duration.getTime(TimeUnit.MILLISECONDS)));
  }

  private String property(String name) {
    for (Map.Entry<Object, Object> property : getProperties().entrySet()) {
      if (name.equalsIgnoreCase(property.getKey().toString())) {
        return property.getValue().toString().trim();
      }
    }
    return "";
  }

  private static List<String> list(String value) {
    return Arrays.stream(value.split(",")).map(String::trim).filter(s -> !s.isEmpty()).toList();
  }
}
