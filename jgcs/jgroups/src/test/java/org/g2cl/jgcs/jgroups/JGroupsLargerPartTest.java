package org.g2cl.jgcs.jgroups;

import java.io.IOException;
import java.nio.file.Path;
import org.g2cl.engines.LargerPartContract;
import org.g2cl.engines.OnJGroups;
import org.g2cl.engines.Parts;

class JGroupsLargerPartTest extends LargerPartContract {
  @Override
  protected Parts parts(Path folder) throws IOException {
    return OnJGroups.inOrder(
        "jgroups",
        SeveredLink.class,
        folder,
        SeveredLink::cutOff,
        SeveredLink::putOut,
        SeveredLink::letBack);
  }
}
