package org.g2cl.engines;

import java.io.IOException;
import java.nio.file.Path;

class JGroupsMergeTest extends MergeContract {
  @Override
  protected Parts parts(Path folder) throws IOException {
    return new OnJGroups(
        "jgroups", SeveredLink.class, folder, SeveredLink::cutOff, SeveredLink::letBack);
  }
}
