package org.g2cl.registry;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.g2cl.StateHandler;
import org.g2cl.StateSnapshot;

/** Tree, with its count of writes, as a state that joiners receive. */
record TreeState(Tree tree) implements StateHandler {
  @Override
  public StateSnapshot snapshot() {
    Counted state = tree.state();
    return out -> EntryCodec.write(state, new DataOutputStream(new BufferedOutputStream(out)));
  }

  @Override
  public void setState(InputStream in) throws IOException {
    tree.load(EntryCodec.read(new DataInputStream(new BufferedInputStream(in))));
  }
}
