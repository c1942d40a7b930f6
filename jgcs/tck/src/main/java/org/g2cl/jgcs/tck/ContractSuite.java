package org.g2cl.jgcs.tck;

import org.junit.jupiter.api.ClassTemplate;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The whole contract: a binding extends it by a class that names its {@link Binding}, and nothing
 * else.
 *
 * <p>The system property {@code tck.repeats} runs it so many times, one after another.
 */
@ClassTemplate
@ExtendWith(Repeats.class)
public abstract class ContractSuite {
  /** For the subclass of a binding. */
  protected ContractSuite() {}

  /** Creates the binding under test; called before each test. */
  protected abstract Binding createBinding() throws Exception;

  @Nested
  class OpenClose extends OpenCloseContract {
    @Override
    protected Binding createBinding() throws Exception {
      return ContractSuite.this.createBinding();
    }
  }

  @Nested
  class AfterClose extends AfterCloseContract {
    @Override
    protected Binding createBinding() throws Exception {
      return ContractSuite.this.createBinding();
    }
  }

  @Nested
  class JoinLeave extends JoinLeaveContract {
    @Override
    protected Binding createBinding() throws Exception {
      return ContractSuite.this.createBinding();
    }
  }

  @Nested
  class Views extends MembershipContract {
    @Override
    protected Binding createBinding() throws Exception {
      return ContractSuite.this.createBinding();
    }
  }

  @Nested
  class Messages extends MessagesContract {
    @Override
    protected Binding createBinding() throws Exception {
      return ContractSuite.this.createBinding();
    }
  }

  @Nested
  class Delivery extends DeliveryContract {
    @Override
    protected Binding createBinding() throws Exception {
      return ContractSuite.this.createBinding();
    }
  }

  @Nested
  class Failures extends FailureContract {
    @Override
    protected Binding createBinding() throws Exception {
      return ContractSuite.this.createBinding();
    }
  }

  @Nested
  class Settings extends SettingsContract {
    @Override
    protected Binding createBinding() throws Exception {
      return ContractSuite.this.createBinding();
    }
  }

  @Nested
  class LargeMessages extends LargeMessagesContract {
    @Override
    protected Binding createBinding() throws Exception {
      return ContractSuite.this.createBinding();
    }
  }

  @Nested
  class ViewOrder extends ViewOrderContract {
    @Override
    protected Binding createBinding() throws Exception {
      return ContractSuite.this.createBinding();
    }
  }
}
