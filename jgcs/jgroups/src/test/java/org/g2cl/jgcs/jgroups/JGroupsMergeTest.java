package org.g2cl.jgcs.jgroups;

import java.io.IOException;
import java.nio.file.Path;
import org.g2cl.engines.MergeContract;
import org.g2cl.engines.OnJGroups;
import org.g2cl.engines.Parts;

class JGroupsMergeTest extends MergeContract {
  @Override
  protected Parts parts(Path folder) throws IOException {
    return new OnJGroups(
        "jgroups", SeveredLink.class, folder, SeveredLink::cutOff, SeveredLink::letBack);
  }
}
