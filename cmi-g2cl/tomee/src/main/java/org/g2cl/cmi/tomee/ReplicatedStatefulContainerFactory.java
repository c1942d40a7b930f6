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
import org.g2cl.cmi.core.ClassPatterns;

/**
 * Maker of the container that replicates stateful session beans, for the server's configuration.
 *
 * <p>In properties: {@code SF =
 * new://Container?type=STATEFUL&class-name=org.g2cl.cmi.tomee.ReplicatedStatefulContainerFactory&factory-name=create};
 * in {@code tomee.xml} an element {@code Container} with the same three attributes. Its properties,
 * with defaults and meanings, are in {@code docs/reference/settings.md}.
 */
public final class ReplicatedStatefulContainerFactory extends StatefulContainerFactory {
  /** Idleness after which an instance leaves memory when its session never ends. */
  private static final Duration IDLE_LIMIT = Duration.ofMinutes(20);

  /** Sets the classes allowed in states and replies; names, {@code package.*} or *, by commas. */
  public void setAllowedClasses(String classes) {
    set(ContainerProperty.ALLOWED_CLASSES, classes);
  }

  /** Sets the methods that may be executed again; {@code bean.method}, by commas. */
  public void setIdempotentMethods(String methods) {
    set(ContainerProperty.IDEMPOTENT_METHODS, methods);
  }

  /** Sets the form in which states are written: {@code auto} or {@code java}. */
  public void setStateFormat(String format) {
    set(ContainerProperty.STATE_FORMAT, format);
  }

  /** Sets the connections of remote clients that a TomEE serves at the same time. */
  public void setEjbdThreads(String number) {
    set(ContainerProperty.EJBD_THREADS, number);
  }

  /** Sets the data source by which markers are written in the beans' transactions. */
  public void setMarkers(String dataSource) {
    set(ContainerProperty.MARKERS, dataSource);
  }

  /** Sets the data source by which take-overs settle undecided calls, outside of transactions. */
  public void setMarkersSettling(String dataSource) {
    set(ContainerProperty.MARKERS_SETTLING, dataSource);
  }

  /**
   * Makes the container, and joins the group unless this server is a member already.
   *
   * @throws IllegalArgumentException when a property is wrong, or names other markers than the
   *     server has; the message names it
   * @throws org.g2cl.cmi.core.HaException when the group cannot be joined
   */
  @Override
  public StatefulContainer create() {
    Duration timeout = timeout();
    int capacity = number(ContainerProperty.CAPACITY, 0, Integer.MAX_VALUE);
    int threads = number(ContainerProperty.EJBD_THREADS, 1, EjbdServer.MOST_THREADS);
    List<String> allowedClasses = allowedClasses();
    List<String> idempotent =
        IdempotentMethods.checked(list(property(ContainerProperty.IDEMPOTENT_METHODS)));
    StateFormat format = stateFormat();
    Replication replication = replication(threads); // joins, hence after what may be wrong
    return new ReplicatedStatefulContainer(
        getId(),
        getSecurityService(),
        new LiveInstances(capacity, timeout.isZero() ? IDLE_LIMIT : timeout),
        getAccessTimeout(),
        new DefaultLockFactory(),
        replication,
        new ReplicatedBean.Rules(
            allowedClasses,
            idempotent,
            timeout,
            replication.limits(),
            new GraphUse(format == StateFormat.AUTO, replication),
            () -> replication.everyMemberReads(MemberForms.NUMBERED_REPLIES)));
  }

  /** In which form states are written. */
  private enum StateFormat {
    AUTO,
    JAVA
  }

  private StateFormat stateFormat() {
    for (StateFormat format : StateFormat.values()) {
      if (property(ContainerProperty.STATE_FORMAT).equalsIgnoreCase(format.name())) {
        return format;
      }
    }
    throw wrong(ContainerProperty.STATE_FORMAT, "it must be auto or java", null);
  }

  private Replication replication(int threads) {
    var own =
        new MarkerSources(
            property(ContainerProperty.MARKERS), property(ContainerProperty.MARKERS_SETTLING));
    Replication known = SystemInstance.get().getComponent(Replication.class);
    if (known == null) {
      Replication joined = ServerMembership.join(own.markers(), own.settling(), threads);
      SystemInstance.get().setComponent(MarkerSources.class, own);
      return joined;
    }
    requireSame(own, SystemInstance.get().getComponent(MarkerSources.class));
    return known;
  }

  /** A server has one table of markers, hence what one container sets holds for all. */
  private void requireSame(MarkerSources own, MarkerSources inUse) {
    if (own.equals(MarkerSources.NONE) || own.equals(inUse)) {
      return;
    }
    throw new IllegalArgumentException(
        "container %s: Markers is '%s' and MarkersSettling is '%s', but this server's markers are already %s; set the same in all replicating containers, or leave them out here"
            .formatted(
                getId(),
                own.markers(),
                own.settling(),
                inUse == null
                    ? "those of its embedded node"
                    : "'%s' and '%s'".formatted(inUse.markers(), inUse.settling())));
  }

  /** Data sources of the markers as the container that joined the group named them. */
  record MarkerSources(String markers, String settling) {
    static final MarkerSources NONE = new MarkerSources("", "");
  }

  private int number(ContainerProperty property, int minimum, int maximum) {
    String rule = "it must be a whole number from %d to %d".formatted(minimum, maximum);
    try {
      int number = Integer.parseInt(property(property));
      if (number < minimum || number > maximum) {
        throw wrong(property, rule, null);
      }
      return number;
    } catch (NumberFormatException e) {
      throw wrong(property, rule, e);
    }
  }

  private IllegalArgumentException wrong(ContainerProperty property, String rule, Exception cause) {
    return new IllegalArgumentException(
        "container %s: %s is '%s'; %s. Correct it, or leave it out for %s"
            .formatted(getId(), property.key(), property(property), rule, property.defaultValue()),
        cause);
  }

  private Duration timeout() {
    String rule = "it must be a time such as 20 minutes, or 0 for never";
    long millis;
    try {
      millis = millis(property(ContainerProperty.TIME_OUT));
    } catch (IllegalArgumentException e) {
      throw wrong(ContainerProperty.TIME_OUT, rule, e);
    }
    if (millis < 0) {
      throw wrong(ContainerProperty.TIME_OUT, rule, null);
    }
    return Duration.ofMillis(millis);
  }

  private static long millis(String time) {
    var duration = new org.apache.openejb.util.Duration(time);
    if (duration.getUnit() == null) {
      duration.setUnit(TimeUnit.MINUTES);
    }
    return duration.getTime(TimeUnit.MILLISECONDS);
  }

  private List<String> allowedClasses() {
    List<String> patterns = list(property(ContainerProperty.ALLOWED_CLASSES));
    var unused =
        ClassPatterns.of(
            "container %s: %s".formatted(getId(), ContainerProperty.ALLOWED_CLASSES.key()),
            patterns);
    return patterns;
  }

  private void set(ContainerProperty property, String value) {
    getProperties().setProperty(property.key(), value);
  }

  private String property(ContainerProperty wanted) {
    for (Map.Entry<Object, Object> property : getProperties().entrySet()) {
      String value = property.getValue().toString().trim();
      if (wanted.key().equalsIgnoreCase(property.getKey().toString()) && !value.isEmpty()) {
        return value;
      }
    }
    return wanted.defaultValue();
  }

  private static List<String> list(String value) {
    return Arrays.stream(value.split(",")).map(String::trim).filter(s -> !s.isEmpty()).toList();
  }
}
