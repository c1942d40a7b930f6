package hub;

import net.sf.jgcs.ControlSession;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.JGCSException;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.ProtocolFactory;

public class HubProtocolFactory implements ProtocolFactory {
  private String greeting;
  private boolean noControl;

  public void setGreeting(String greeting) {
    this.greeting = greeting;
  }

  public void setNoControl(String noControl) {
    this.noControl = Boolean.parseBoolean(noControl);
  }

  @Override
  public Protocol createProtocol() throws JGCSException {
    if (greeting == null) {
      throw new JGCSException("greeting is not set");
    }
    return new HubProtocol(noControl);
  }

  private static final class HubProtocol implements Protocol {
    private final boolean noControl;
    private HubSession session;

    HubProtocol(boolean noControl) {
      this.noControl = noControl;
    }

    @Override
    public DataSession openDataSession(GroupConfiguration group) throws JGCSException {
      return session(group).data();
    }

    @Override
    public ControlSession openControlSession(GroupConfiguration group) throws JGCSException {
      if (noControl) {
        throw new JGCSException("no control session");
      }
      return session(group);
    }

    private synchronized HubSession session(GroupConfiguration group) throws JGCSException {
      if (!(group instanceof HubGroup)) {
        throw new JGCSException("wrong class: " + group);
      }
      if (session == null) {
        session = new HubSession((HubGroup) group);
      }
      return session;
    }
  }
}
