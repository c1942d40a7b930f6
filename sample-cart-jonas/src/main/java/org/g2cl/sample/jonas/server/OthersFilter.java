package org.g2cl.sample.jonas.server;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.ow2.cmi.controller.server.filter.UniversalFilter;
import org.ow2.cmi.reference.CMIReference;

/** Filter that leaves one server out. */
public final class OthersFilter extends UniversalFilter implements Serializable {
  private static final long serialVersionUID = 1;

  private final int port;

  /**
   * Creates one.
   *
   * @param port of the RMI registry of the server that is left out
   */
  public OthersFilter(int port) {
    this.port = port;
  }

  @Override
  public List<CMIReference> choose(Collection<CMIReference> all) {
    List<CMIReference> others = new ArrayList<>();
    for (CMIReference reference : all) {
      if (reference.getServerRef().getPort() != port) {
        others.add(reference);
      }
    }
    return others;
  }

  @Override
  public String toString() {
    return "all but " + port;
  }
}
