package org.g2cl.howto;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.ServiceNames;
import org.g2cl.MarshalDataSession;
import org.g2cl.MarshalDataSessionFactory;
import org.g2cl.RemoteCallable;
import org.g2cl.RequestOptions;
import org.g2cl.RpcDispatcher;
import org.g2cl.RspList;
import org.g2cl.StateHandler;
import org.g2cl.StateSnapshot;
import org.g2cl.StateTransferDataSession;

/** What the how-to arrives at: the same on G2CL, with the engine and its settings from outside. */
public class PriceBoard implements StateHandler, AutoCloseable {
  private final Map<String, Integer> prices = new HashMap<>();
  private final Protocol protocol;
  private final MarshalDataSession session;
  private final StateTransferDataSession state;
  private final RpcDispatcher dispatcher;

  public PriceBoard(String engine, Map<String, String> settings, Map<String, String> decorators)
      throws Exception {
    protocol = Protocols.factory(engine, settings).createProtocol();
    session =
        MarshalDataSessionFactory.of(decorators)
            .open(protocol, Protocols.provider(engine).group("shop"));
    state = new StateTransferDataSession(session, 10, this);
    dispatcher = new RpcDispatcher(session, 11, this).after(state);
    session.addMembershipListener(view -> onTills(view.getMembershipList().size()));
    session.join();
    state.getState(null, Duration.ofSeconds(10));
  }

  /** Runs at every till. */
  @RemoteCallable
  public synchronized int setPrice(String article, int cents) {
    Integer before = prices.put(article, cents);
    return before == null ? 0 : before;
  }

  public RspList<Integer> change(String article, int cents) throws Exception {
    return dispatcher.callRemoteMethods(
        null,
        "setPrice",
        new Object[] {article, cents},
        new Class<?>[] {String.class, int.class},
        RequestOptions.SYNC().service(ServiceNames.TOTAL_ORDER));
  }

  public synchronized int price(String article) {
    return prices.getOrDefault(article, 0);
  }

  /** Encrypts by another secret from now on, and takes what still comes by the one before. */
  public void changeSecret(String next, String before) throws GroupException {
    session.changeKeys(Map.of("crypto.secret", next, "crypto.accepted-secrets", before));
  }

  @Override
  public synchronized StateSnapshot snapshot() {
    Map<String, Integer> now = Map.copyOf(prices);
    return out -> {
      DataOutputStream data = new DataOutputStream(out);
      data.writeInt(now.size());
      for (Map.Entry<String, Integer> entry : now.entrySet()) {
        data.writeUTF(entry.getKey());
        data.writeInt(entry.getValue());
      }
    };
  }

  @Override
  public synchronized void setState(InputStream in) throws IOException {
    DataInputStream data = new DataInputStream(in);
    prices.clear();
    for (int left = data.readInt(); left > 0; left--) {
      prices.put(data.readUTF(), data.readInt());
    }
  }

  /** Something to do when tills come and go. */
  protected void onTills(int number) {}

  @Override
  public void close() throws IOException {
    dispatcher.close();
    state.close();
    session.close();
    protocol.close();
  }
}
