package org.g2cl.jgcs.jgroups4;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.View;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.stack.Protocol;
import org.jgroups.util.MessageBatch;

/**
 * Protocol of JGroups, right above MERGE3, by which a coordinator that was put out counts in a
 * merge without those who put it out.
 *
 * <p>Paused for a while, it does not hear of it, and comes back with the view of before. Of all who
 * are in that one JGroups takes out only those that it has asked for theirs, which are few; so the
 * coordinator, alone, counts about as many members as the whole group, and may lead it. Here a view
 * counts without the members of a newer one that has not its coordinator, but is led by one of its
 * members. Who has the view itself stays in it. Coordinators and numbers of views stay as they are,
 * so who does a merge, and whether there is one, is as in JGroups. Only the member that does a
 * merge counts, so members with and without this protocol understand each other. Public because
 * JGroups makes it by its name in the stack; checked against 4.2.30.
 */
public final class NewerViewCounts extends Protocol {
  /** For JGroups. */
  public NewerViewCounts() {}

  @Override
  public Object up(Event event) {
    if (event.getType() != Event.MERGE) {
      return up_prot.up(event);
    }
    Map<Address, View> views = event.getArg();
    GMS joins = getProtocolStack().findProtocol(GMS.class);
    if (joins != null && joins.getMembershipChangePolicy() instanceof LargerPartLeads rule) {
      rule.mergeOf(views.values());
    }
    return up_prot.up(new Event(Event.MERGE, counted(views)));
  }

  @Override
  public void up(MessageBatch batch) {
    up_prot.up(batch); // JGroups looks for the protocol's own messages, of which there are none
  }

  /** The views as they count, by those who have them; a map of its own, which JGroups changes. */
  static Map<Address, View> counted(Map<Address, View> views) {
    Map<Address, View> counted = new HashMap<>();
    views.forEach((holder, view) -> counted.put(holder, counted(view, views)));
    return counted;
  }

  private static View counted(View view, Map<Address, View> views) {
    Set<Address> gone = new HashSet<>();
    views.values().stream()
        .filter(other -> replaces(other, view))
        .forEach(newer -> gone.addAll(newer.getMembers()));
    views.forEach(
        (holder, own) -> {
          if (own.equals(view)) {
            gone.remove(holder);
          }
        });
    if (gone.isEmpty()) {
      return view;
    }
    List<Address> left = new ArrayList<>(view.getMembers());
    left.removeAll(gone);
    return new View(view.getViewId(), left);
  }

  /** Whether the newer view is that of members who put the coordinator of the older one out. */
  private static boolean replaces(View newer, View older) {
    return newer.getViewId().compareToIDs(older.getViewId()) > 0
        && older.containsMember(newer.getCoord())
        && !newer.containsMember(older.getCoord());
  }
}
