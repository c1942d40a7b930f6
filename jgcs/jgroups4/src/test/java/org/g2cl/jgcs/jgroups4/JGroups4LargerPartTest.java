package org.g2cl.jgcs.jgroups4;

import java.io.IOException;
import java.nio.file.Path;
import org.g2cl.engines.LargerPartContract;
import org.g2cl.engines.OnJGroups;
import org.g2cl.engines.Parts;

class JGroups4LargerPartTest extends LargerPartContract {
  @Override
  protected Parts parts(Path folder) throws IOException {
    return OnJGroups.inOrder(
        "jgroups4",
        SeveredLink.class,
        folder,
        SeveredLink::cutOff,
        SeveredLink::putOut,
        SeveredLink::letBack);
  }
}
