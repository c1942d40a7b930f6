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
  private final AnnouncedForms forms;
  private volatile Map<SocketAddress, String> placement = Map.of();

  /** Form of states that this node has announced; 0 when none. */
  private volatile int announcedForm;

  /** Where this node serves clients, or null. */
  private volatile URI announced;

  /**
   * Creates one, to be made before the session joins.
   *
   * @param executes whether this member executes calls
   */
  NodeDirectory(
      String location, MarshalDataSession session, Registry registry, BooleanSupplier executes) {
    this.session = session;
    this.entries = new DirectoryEntries(registry, location, session::isJoined);
    this.servers = new ServingList(location, session, entries, executes, this::refresh);
    this.forms = new AnnouncedForms(registry, session, DirectoryEntries.FORMS);
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
      announceAgain(serving);
    }
  }

  private void announceAgain(URI serving) {
    try {
      entries.announce(serving);
    } finally {
      if (announced == null) { // withdrawn while that was under way
        entries.withdraw();
      }
    }
    refresh();
  }

  void announce(URI uri) {
    announced = uri;
    entries.announce(uri);
    refresh();
  }

  void announceStateForm(int form) {
    announcedForm = form;
    entries.announceForm(form);
    forms.refresh();
    refresh();
  }

  boolean everyMemberReads(int form) {
    return forms.everyMemberReads(form);
  }

  List<SocketAddress> lacking(int form) {
    return forms.lacking(form).orElse(List.of());
  }

  void withdraw() {
    announced = null;
    entries.withdraw();
  }

  Registration addListener(Consumer<List<URI>> listener) {
    return servers.addListener(listener);
  }

  List<NodeView> nodes() {
    Membership view = PresentView.orNull(session);
    if (view == null) {
      return List.of();
    }
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
    Membership view = PresentView.orNull(session);
    return view == null ? "" : view.getMembershipID().toString();
  }

  boolean isCoordinator() {
    Membership view = PresentView.orNull(session);
    return view != null
        && view.getMemberAddress(view.getCoordinatorRank()).equals(session.localAddress());
  }

  private void refresh() {
    synchronized (this) {
      placement = entries.members();
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
