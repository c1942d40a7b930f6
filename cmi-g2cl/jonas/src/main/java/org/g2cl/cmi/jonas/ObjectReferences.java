package org.g2cl.cmi.jonas;

import java.util.ArrayList;
import java.util.List;
import org.g2cl.Registration;
import org.g2cl.registry.Registry;
import org.g2cl.registry.RegistryEntry;
import org.g2cl.registry.RegistryListener;
import org.ow2.cmi.reference.CMIReference;
import org.ow2.cmi.reference.ServerRef;

/** Which servers have which object, by protocol. Thread-safe. */
final class ObjectReferences implements AutoCloseable {
  private static final String ROOT = "cmi/ref/";

  private final Registry registry;
  private final OwnEntries entries;
  private final SharedValues values;
  private final Registration cleaning;

  ObjectReferences(Registry registry, OwnEntries entries, SharedValues values) {
    this.registry = registry;
    this.entries = entries;
    this.values = values;
    this.cleaning = registry.addListener(new Cleaner());
  }

  private static String name(CMIReference reference) {
    ServerRef server = reference.getServerRef();
    return below(reference.getObjectName(), server.getProtocol()) + "/" + ServerFacts.part(server);
  }

  private static String below(String object, String protocol) {
    return below(object) + "/" + ObjectPath.encode(protocol);
  }

  private static String below(String object) {
    return ROOT + ObjectPath.encode(object);
  }

  void add(CMIReference reference) {
    entries.write(name(reference), values.encode(reference.getObjectName(), reference));
  }

  void remove(CMIReference reference) {
    String name = name(reference);
    entries.remove(name);
    values.forget(name);
  }

  List<CMIReference> of(String object) {
    return listed(below(object));
  }

  List<CMIReference> of(String object, String protocol) {
    return listed(below(object, protocol));
  }

  private List<CMIReference> listed(String prefix) {
    List<CMIReference> references = new ArrayList<>();
    for (RegistryEntry entry : registry.list(prefix)) {
      references.add((CMIReference) values.decode(entry.name(), entry.bytes()));
    }
    return references;
  }

  @Override
  public void close() {
    cleaning.close();
  }

  /** Keeps no values of references that are gone. */
  private final class Cleaner implements RegistryListener {
    @Override
    public void entryRemoved(RegistryEntry entry) {
      if (entry.name().startsWith(ROOT)) {
        values.forget(entry.name());
      }
    }
  }
}
