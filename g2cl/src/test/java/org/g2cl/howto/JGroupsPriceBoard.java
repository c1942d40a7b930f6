package org.g2cl.howto;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.Map;
import org.jgroups.JChannel;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.blocks.RequestOptions;
import org.jgroups.blocks.RpcDispatcher;
import org.jgroups.util.RspList;

/** What the how-to starts from: prices that every till of a shop knows, on JGroups' blocks. */
public class JGroupsPriceBoard implements Receiver, AutoCloseable {
  private final Map<String, Integer> prices = new HashMap<>();
  private final JChannel channel;
  private final RpcDispatcher dispatcher;

  public JGroupsPriceBoard(String stack) throws Exception {
    channel = new JChannel(stack);
    dispatcher = new RpcDispatcher(channel, this);
    dispatcher.setReceiver(this);
    channel.connect("shop");
    channel.getState(null, 10_000);
  }

  /** Runs at every till. */
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
        RequestOptions.SYNC());
  }

  public synchronized int price(String article) {
    return prices.getOrDefault(article, 0);
  }

  @Override
  public synchronized void getState(OutputStream out) throws Exception {
    DataOutputStream data = new DataOutputStream(out);
    data.writeInt(prices.size());
    for (Map.Entry<String, Integer> entry : prices.entrySet()) {
      data.writeUTF(entry.getKey());
      data.writeInt(entry.getValue());
    }
  }

  @Override
  public synchronized void setState(InputStream in) throws Exception {
    DataInputStream data = new DataInputStream(in);
    for (int left = data.readInt(); left > 0; left--) {
      prices.put(data.readUTF(), data.readInt());
    }
  }

  @Override
  public void viewAccepted(View view) {
    onTills(view.size());
  }

  /** Something to do when tills come and go. */
  protected void onTills(int number) {}

  @Override
  public void close() throws IOException {
    dispatcher.close();
    channel.close();
  }
}
