package org.g2cl.jgcs.jgroups;

import java.util.Map;

/** Merges of members that prove a key to each other. */
class JGroupsSecretMergeTest extends JGroupsMergeTest {
  @Override
  protected Map<String, String> decorators() {
    return Map.of("chain", "crypto", "crypto.secret", "the-secret-of-the-members");
  }
}
