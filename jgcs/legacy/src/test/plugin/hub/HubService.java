package hub;

import net.sf.jgcs.Service;
import net.sf.jgcs.UnsupportedServiceException;

/** Strength by a list of names. */
public class HubService implements Service {
  private static final java.util.List<String> NAMES =
      java.util.List.of("ordered", "optimistic", "regular", "uniform");

  final String name;

  public HubService(String name) {
    if (!NAMES.contains(name)) {
      throw new IllegalArgumentException(name);
    }
    this.name = name;
  }

  @Override
  public int compare(Service other) throws UnsupportedServiceException {
    if (!(other instanceof HubService)) {
      throw new UnsupportedServiceException(String.valueOf(other));
    }
    return NAMES.indexOf(name) - NAMES.indexOf(((HubService) other).name);
  }
}
