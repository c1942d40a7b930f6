package org.g2cl.cmi.core;

import java.net.SocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import net.sf.jgcs.Membership;
import org.g2cl.MarshalDataSession;
import org.g2cl.Registration;
import org.g2cl.registry.Registry;
import org.g2cl.registry.RegistryEntry;
import org.g2cl.registry.RegistryListener;

/**
 * Who the nodes are, kept in the registry: one entry per member of the group, and one per node that
 * serves clients. Thread-safe.
 */
final class NodeDirectory implements AutoCloseable {
  private final MarshalDataSession session;
  private final DirectoryEntries entries;
  private final ServingList servers;
  private volatile Map<SocketAddress, String> placement = Map.of();
  private volatile Map<SocketAddress, Integer> forms = Map.of();

  /** What was last found out of these, which every call asks for. */
  private volatile Forms checked = new Forms(Map.of(), null, 0);

  /** Form of states that this node has announced; 0 when none. */
  private volatile int announcedForm;

  /** Where this node serves clients, or null. */
  private volatile URI announced;

  /** The lowest form that all members of a view read. */
  private record Forms(Map<SocketAddress, Integer> known, Membership view, int lowest) {}

  /**
   * Creates one.
   *
   * @param executes whether this member executes calls
   */
  NodeDirectory(
      String location, MarshalDataSession session, Registry registry, BooleanSupplier executes) {
    this.session = session;
    this.entries = new DirectoryEntries(registry, location, session::isJoined);
    this.servers = new ServingList(location, session, entries, executes, this::refresh);
    registry.addListener(new Refresher());
  }

  /** Name by which members are ranked as backups: the location, the same that clients rank by. */
  String placementName(SocketAddress member) {
    String name = placement.get(member);
    return name == null ? member.toString() : name;
  }

  void enter() {
    entries.enter();
    refresh(); // the registry tells its listeners later
  }

  /** Writes what it has said of this node once more, in a new membership. */
  void enterAgain() {
    enter();
    if (announcedForm > 0) {
      announceStateForm(announcedForm);
    }
    URI serving = announced;
    if (serving != null) {
      announce(serving);
    }
  }

  void announce(URI uri) {
    announced = uri;
    entries.announce(uri);
    refresh();
  }

  void announceStateForm(int form) {
    announcedForm = form;
    entries.announceForm(form);
    refresh();
  }

  /** A member that has announced nothing is of a former release, or has only just joined. */
  boolean everyMemberReads(int form) {
    if (!session.isJoined()) {
      return false;
    }
    Forms last = checked;
    Map<SocketAddress, Integer> known = forms;
    Membership view = session.membership();
    if (last.known() != known || last.view() != view) {
      last = new Forms(known, view, lowest(known, view.getMembershipList()));
      checked = last;
    }
    return last.lowest() >= form;
  }

  private static int lowest(Map<SocketAddress, Integer> known, List<SocketAddress> members) {
    int lowest = members.isEmpty() ? 0 : Integer.MAX_VALUE;
    for (SocketAddress member : members) {
      lowest = Math.min(lowest, known.getOrDefault(member, 0));
    }
    return lowest;
  }

  void withdraw() {
    announced = null;
    entries.withdraw();
  }

  Registration addListener(Consumer<List<URI>> listener) {
    return servers.addListener(listener);
  }

  List<NodeView> nodes() {
    if (!session.isJoined()) {
      return List.of();
    }
    Membership view = session.membership();
    Map<SocketAddress, String> serving = entries.serving();
    var nodes = new ArrayList<NodeView>();
    for (SocketAddress member : view.getMembershipList()) {
      nodes.add(
          new NodeView(
              member.toString(),
              placement.getOrDefault(member, ""),
              serving.containsKey(member),
              view.getMemberRank(member) == view.getCoordinatorRank()));
    }
    return nodes;
  }

  String viewName() {
    return !session.isJoined() ? "" : session.membership().getMembershipID().toString();
  }

  boolean isCoordinator() {
    Membership view = session.membership();
    return session.localAddress().equals(view.getMemberAddress(view.getCoordinatorRank()));
  }

  private void refresh() {
    synchronized (this) {
      placement = entries.members();
      forms = entries.forms();
    }
    servers.refresh();
  }

  /** Looks no more. */
  @Override
  public void close() {
    servers.close();
  }

  private final class Refresher implements RegistryListener {
    @Override
    public void entryAdded(RegistryEntry entry) {
      refresh();
    }

    @Override
    public void entryUpdated(RegistryEntry before, RegistryEntry now) {
      refresh();
    }

    @Override
    public void entryRemoved(RegistryEntry entry) {
      refresh();
    }
  }
}
