package hub;

import java.net.SocketAddress;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import net.sf.jgcs.Annotation;
import net.sf.jgcs.ClosedSessionException;
import net.sf.jgcs.ControlListener;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.ExceptionListener;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.JGCSException;
import net.sf.jgcs.Message;
import net.sf.jgcs.MessageListener;
import net.sf.jgcs.NotJoinedException;
import net.sf.jgcs.Service;
import net.sf.jgcs.ServiceListener;
import net.sf.jgcs.UnsupportedServiceException;
import net.sf.jgcs.membership.BlockListener;
import net.sf.jgcs.membership.BlockSession;
import net.sf.jgcs.membership.Membership;
import net.sf.jgcs.membership.MembershipID;
import net.sf.jgcs.membership.MembershipListener;

/** Both sessions, with the habits of Appia's: one thread that an exception of a listener ends. */
final class HubSession implements BlockSession, Runnable {
  private final BlockingQueue<Runnable> events = new LinkedBlockingQueue<>();
  private final CountDownLatch left = new CountDownLatch(1);
  private final SocketAddress address = Hub.newAddress();
  private final HubGroup group;
  private final Hub hub;
  private final Data data = new Data();
  private final Thread thread = new Thread(this, "hub-member");
  private MembershipListener membershipListener;
  private BlockListener blockListener;
  private volatile MessageListener messageListener;
  private volatile ServiceListener serviceListener;
  private HubView view;
  private volatile boolean blocked;
  private volatile boolean stopped;
  private boolean used;

  HubSession(HubGroup group) {
    this.group = group;
    hub = Hub.of(group.getGroupName());
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void run() {
    try {
      while (!stopped) {
        events.take().run();
      }
    } catch (InterruptedException e) {
      stopped = true;
    }
  }

  void enqueue(Runnable event) {
    events.add(
        () -> {
          if (!stopped) {
            event.run();
          }
        });
  }

  void stop() {
    stopped = true;
    events.clear();
    thread.interrupt();
  }

  SocketAddress address() {
    return address;
  }

  DataSession data() {
    return data;
  }

  void tellBlock() {
    blockListener.onBlock();
  }

  void tellExclusion() {
    membershipListener.onExcluded();
  }

  void tellLeft() {
    left.countDown();
  }

  void install(long number, List<SocketAddress> members) {
    synchronized (this) {
      view = new HubView(number, members, view, address);
      blocked = false;
      notifyAll();
    }
    membershipListener.onMembershipChange();
  }

  void tell(HubMessage message, Object[] context) {
    MessageListener listener = messageListener;
    Object returned = listener == null ? null : listener.onMessage(message);
    if (context != null) {
      context[0] = returned;
    }
  }

  void tellServices(Object[] context) {
    if (context[0] != null) {
      serviceListener.onServiceEnsured(context[0], new HubService("regular"));
      serviceListener.onServiceEnsured(context[0], new HubService("uniform"));
    }
  }

  @Override
  public void join() throws JGCSException {
    if (membershipListener == null || blockListener == null) {
      throw new JGCSException("register the listeners of membership and block");
    }
    if (used) {
      throw new ClosedSessionException("cannot join a second time");
    }
    used = true;
    hub.add(this);
    getLocalAddress();
  }

  @Override
  public void leave() throws JGCSException {
    hub.remove(this);
    try {
      left.await();
    } catch (InterruptedException e) {
      throw new JGCSException("interrupted");
    }
  }

  @Override
  public synchronized boolean isJoined() {
    return view != null;
  }

  @Override
  public synchronized SocketAddress getLocalAddress() {
    try {
      while (view == null) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return address;
  }

  @Override
  public synchronized Membership getMembership() throws NotJoinedException {
    if (view == null) {
      throw new NotJoinedException("not joined");
    }
    return view;
  }

  @Override
  public MembershipID getMembershipID() throws NotJoinedException {
    return getMembership().getMembershipID();
  }

  @Override
  public void blockOk() {
    blocked = true;
    hub.consent(this);
  }

  @Override
  public boolean isBlocked() {
    return blocked;
  }

  @Override
  public void setMembershipListener(MembershipListener listener) {
    membershipListener = listener;
  }

  @Override
  public void setBlockListener(BlockListener listener) {
    blockListener = listener;
  }

  @Override
  public void setControlListener(ControlListener listener) {}

  @Override
  public void setExceptionListener(ExceptionListener listener) {}

  private final class Data implements DataSession {
    @Override
    public GroupConfiguration getGroup() {
      return group;
    }

    @Override
    public void close() {
      stop();
    }

    @Override
    public Message createMessage() {
      return new HubMessage();
    }

    @Override
    public void setMessageListener(MessageListener listener) {
      messageListener = listener;
    }

    @Override
    public void setServiceListener(ServiceListener listener) {
      serviceListener = listener;
    }

    @Override
    public void setExceptionListener(ExceptionListener listener) {}

    @Override
    public void multicast(
        Message message, Service service, Object context, Annotation... annotations)
        throws JGCSException {
      send(message, service, context, null, annotations);
    }

    @Override
    public void send(
        Message message,
        Service service,
        Object context,
        SocketAddress destination,
        Annotation... annotations)
        throws JGCSException {
      if (!(service instanceof HubService)) {
        throw new UnsupportedServiceException(String.valueOf(service));
      }
      if (blocked) {
        throw new JGCSException("blocked: no message until the next view");
      }
      hub.send(
          ((HubMessage) message).getPayload(), (HubService) service, HubSession.this, destination);
    }
  }
}
