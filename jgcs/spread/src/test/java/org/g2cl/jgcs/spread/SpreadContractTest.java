package org.g2cl.jgcs.spread;

import org.g2cl.jgcs.tck.AfterCloseContract;
import org.g2cl.jgcs.tck.Binding;
import org.g2cl.jgcs.tck.DeliveryContract;
import org.g2cl.jgcs.tck.JoinLeaveContract;
import org.g2cl.jgcs.tck.MembershipContract;
import org.g2cl.jgcs.tck.MessagesContract;
import org.g2cl.jgcs.tck.OpenCloseContract;
import org.g2cl.jgcs.tck.SettingsContract;
import org.junit.jupiter.api.Nested;

/** The contract suite on this binding, with the in-test daemon. */
class SpreadContractTest {
  @Nested
  class OpenClose extends OpenCloseContract {
    @Override
    protected Binding createBinding() throws Exception {
      return SpreadBinding.onInTestDaemon();
    }
  }

  @Nested
  class AfterClose extends AfterCloseContract {
    @Override
    protected Binding createBinding() throws Exception {
      return SpreadBinding.onInTestDaemon();
    }
  }

  @Nested
  class JoinLeave extends JoinLeaveContract {
    @Override
    protected Binding createBinding() throws Exception {
      return SpreadBinding.onInTestDaemon();
    }
  }

  @Nested
  class Membership extends MembershipContract {
    @Override
    protected Binding createBinding() throws Exception {
      return SpreadBinding.onInTestDaemon();
    }
  }

  @Nested
  class Messages extends MessagesContract {
    @Override
    protected Binding createBinding() throws Exception {
      return SpreadBinding.onInTestDaemon();
    }
  }

  @Nested
  class Delivery extends DeliveryContract {
    @Override
    protected Binding createBinding() throws Exception {
      return SpreadBinding.onInTestDaemon();
    }
  }

  @Nested
  class Settings extends SettingsContract {
    @Override
    protected Binding createBinding() throws Exception {
      return SpreadBinding.onInTestDaemon();
    }
  }
}
