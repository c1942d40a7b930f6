package org.g2cl.engines;

import java.io.IOException;
import java.nio.file.Path;

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
