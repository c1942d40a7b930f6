package org.g2cl.cmi.jonas;

import java.nio.charset.StandardCharsets;
import org.ow2.cmi.ha.StatefulBeanReference;

/** A bean's instance whose state is a text, in fields as JOnAS's container has them. */
final class Instance {
  /** As the container's switch has one for each bean that it is used for. */
  @SuppressWarnings("UnusedVariable") // read by reflection
  Object bctx = new Object();

  String state = "";

  Instance with(String now) {
    state = now;
    return this;
  }

  /** What JOnAS's reference is to an instance: a new one each time. */
  static final class Reference implements StatefulBeanReference {
    private final Instance bs;

    Reference(Instance instance) {
      bs = instance;
    }

    @Override
    public byte[] getState() {
      return bs.state.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public boolean isModified() {
      return true;
    }

    @Override
    public void injectState(byte[] state) {
      bs.state = new String(state, StandardCharsets.UTF_8);
    }
  }
}
