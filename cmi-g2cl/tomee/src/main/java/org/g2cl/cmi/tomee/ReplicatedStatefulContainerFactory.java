package org.g2cl.cmi.tomee;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
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
 *   <li>{@code IdempotentMethods}: methods that may be executed again when a server fails, as if
 *       they were annotated so: {@code bean.method} or {@code bean.beginning*}, separated by commas
 *   <li>{@code StateFormat}: {@code auto}, the default, writes states in a form of our own, which
 *       is several times as quick, once every member reads it; {@code java} keeps to Java
 *       serialization, for a group that a former release is to join again
 *   <li>{@code EjbdThreads}: connections of remote clients served at the same time, one thread
 *       each, in a TomEE, where this container opens the ejbd port at {@code g2cl.location}; 256 by
 *       default
 *   <li>{@code Markers}, {@code MarkersSettling}: data sources of the server to the beans'
 *       database, the first with {@code JtaManaged=true}, the second with {@code false}; where both
 *       are set, rows that a call writes are written exactly once, and sessions that a transaction
 *       changes come or go together; none by default; the same in all containers of a server, or
 *       left out in all but the first
 * </ul>
 */
public final class ReplicatedStatefulContainerFactory extends StatefulContainerFactory {
  private static final int DEFAULT_CAPACITY = 1_000;
  private static final int DEFAULT_EJBD_THREADS = 256;
  private static final String EJBD_THREADS = "EjbdThreads";
  private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(20);
  private static final String STATE_FORMAT = "StateFormat";

  /** Sets the classes allowed in states and replies; names or {@code package.*}, by commas. */
  public void setAllowedClasses(String classes) {
    getProperties().setProperty(ClassAllowList.SETTING, classes);
  }

  /** Sets the methods that may be executed again; {@code bean.method}, by commas. */
  public void setIdempotentMethods(String methods) {
    getProperties().setProperty(IdempotentMethods.SETTING, methods);
  }

  /** Sets the form in which states are written: {@code auto} or {@code java}. */
  public void setStateFormat(String format) {
    getProperties().setProperty(STATE_FORMAT, format);
  }

  /** Sets the connections of remote clients that a TomEE serves at the same time. */
  public void setEjbdThreads(String number) {
    getProperties().setProperty(EJBD_THREADS, number);
  }

  /** Sets the data source by which markers are written in the beans' transactions. */
  public void setMarkers(String dataSource) {
    getProperties().setProperty("Markers", dataSource);
  }

  /** Sets the data source by which take-overs settle undecided calls, outside of transactions. */
  public void setMarkersSettling(String dataSource) {
    getProperties().setProperty("MarkersSettling", dataSource);
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
    Replication replication = replication();
    Duration timeout = timeout();
    return new ReplicatedStatefulContainer(
        getId(),
        getSecurityService(),
        new LiveInstances(
            number("Capacity", DEFAULT_CAPACITY), timeout.isZero() ? DEFAULT_TIMEOUT : timeout),
        getAccessTimeout(),
        new DefaultLockFactory(),
        replication,
        list(property(ClassAllowList.SETTING)),
        IdempotentMethods.checked(list(property(IdempotentMethods.SETTING))),
        timeout,
        graphs(replication));
  }

  /** In which form states are written. */
  private enum StateFormat {
    AUTO,
    JAVA
  }

  private BooleanSupplier graphs(Replication replication) {
    String value = property(STATE_FORMAT);
    for (StateFormat format : StateFormat.values()) {
      if (value.isEmpty() || value.equalsIgnoreCase(format.name())) {
        return format == StateFormat.JAVA
            ? () -> false
            : () -> replication.everyMemberReads(StateGraphs.VERSION);
      }
    }
    throw new IllegalArgumentException(
        "container %s: %s is '%s'; it must be auto or java"
            .formatted(getId(), STATE_FORMAT, value));
  }

  private Replication replication() {
    var own = new MarkerSources(property("Markers"), property("MarkersSettling"));
    Replication known = SystemInstance.get().getComponent(Replication.class);
    if (known == null) {
      Replication joined =
          ServerMembership.join(
              own.markers(), own.settling(), number(EJBD_THREADS, DEFAULT_EJBD_THREADS));
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

  private int number(String property, int byDefault) {
    String value = property(property);
    try {
      return value.isEmpty() ? byDefault : Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "container %s: %s is '%s'; it must be a whole number".formatted(getId(), property, value),
          e);
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
