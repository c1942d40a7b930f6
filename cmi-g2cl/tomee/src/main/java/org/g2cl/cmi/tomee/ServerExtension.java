package org.g2cl.cmi.tomee;

import org.apache.openejb.assembler.classic.event.AssemblerAfterApplicationCreated;
import org.apache.openejb.assembler.classic.event.ContainerSystemPreDestroy;
import org.apache.openejb.loader.SystemInstance;
import org.apache.openejb.observer.Observes;

/**
 * Extension that a TomEE finds on its class path: it lets the membership of the server begin to
 * serve and end in order. Does nothing in a server without a replicating container, and in an
 * {@link EmbeddedBusinessNode}, which does the same itself.
 */
public final class ServerExtension {
  /** Application that a server deploys for its own administration. */
  private static final String SYSTEM_APPLICATION = "openejb";

  /** Called by the server. */
  public void deployed(@Observes AssemblerAfterApplicationCreated event) {
    if (component() instanceof ServerMembership membership
        && !SYSTEM_APPLICATION.equals(event.getApp().appId)) {
      membership.serverReady();
    }
  }

  /** Called by the server. */
  public void stopping(@Observes ContainerSystemPreDestroy event) {
    if (component() instanceof ServerMembership membership) {
      membership.close();
    }
  }

  private static Replication component() {
    return SystemInstance.get().getComponent(Replication.class);
  }
}
