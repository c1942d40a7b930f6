package org.g2cl.cmi.client;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.g2cl.propagation.Rendezvous;

/**
 * Choice of the next server for a request: the one that answered the session last, then the others
 * in the order in which the servers choose backups; without a session, and for the first attempt of
 * a creation, by policy. Servers set aside come last, and after them those that the user named but
 * the cluster does not know.
 */
final class Router {
  private static final int BEANS = 1_000;

  private final ClientSettings settings;
  private final ServerView view;
  private final SetAside aside;
  private final BoundedMap<String, Location> affinity;
  private final Map<String, Chooser> choosers = new ConcurrentHashMap<>();

  private record Chooser(Policy policy, Strategy strategy) {
    Location choose(List<Location> servers) {
      List<Location> preferred = strategy.prefer(servers);
      Location choice = policy.choose(preferred.isEmpty() ? servers : preferred);
      if (!servers.contains(choice)) {
        throw new IllegalStateException(
            "policy %s chose %s, which is not among %s"
                .formatted(policy.getClass().getName(), choice, servers));
      }
      return choice;
    }
  }

  Router(ClientSettings settings, ServerView view, SetAside aside) {
    this.settings = settings;
    this.view = view;
    this.aside = aside;
    this.affinity = new BoundedMap<>(settings.sessionsRemembered());
  }

  /** Next server that is not among those tried, or null when all were. */
  Location next(Call call, Set<Location> tried) {
    Location next =
        first(call, tried, server -> !tried.contains(server) && !aside.contains(server));
    if (next == null) {
      next = first(call, tried, server -> !tried.contains(server));
    }
    return next != null ? next : firstOf(view.others(), server -> !tried.contains(server));
  }

  /** Sends a session's calls to the server from now on. */
  void bind(String session, Location server) {
    if (!server.equals(affinity.get(session))) {
      affinity.put(session, server);
    }
  }

  int sessions() {
    return affinity.size();
  }

  private Location first(Call call, Set<Location> tried, Predicate<Location> allowed) {
    List<Location> live = view.live();
    boolean fresh = call.kind() == Call.Kind.CREATION && tried.isEmpty();
    return fresh || call.session() == null
        ? byPolicy(call.bean(), live.stream().filter(allowed).toList())
        : bySession(call.session(), live, allowed);
  }

  private Location bySession(String session, List<Location> live, Predicate<Location> allowed) {
    Location last = affinity.get(session);
    if (last != null && live.contains(last) && allowed.test(last)) {
      return last;
    }
    List<String> names = live.stream().filter(allowed).map(Location::toString).toList();
    return names.isEmpty() ? null : Location.parse(Rendezvous.rank(session, names).get(0));
  }

  private Location byPolicy(String bean, List<Location> servers) {
    return servers.isEmpty() ? null : chooser(bean).choose(servers);
  }

  private Chooser chooser(String bean) {
    if (choosers.size() > BEANS) {
      choosers.clear();
    }
    return choosers.computeIfAbsent(
        bean, name -> new Chooser(settings.newPolicy(name), settings.newStrategy(name)));
  }

  private static Location firstOf(List<Location> servers, Predicate<Location> allowed) {
    return servers.stream().filter(allowed).findFirst().orElse(null);
  }
}
