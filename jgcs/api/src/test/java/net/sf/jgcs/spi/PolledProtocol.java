package net.sf.jgcs.spi;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Toy binding whose protocol polls one engine and whose data sessions poll another each. */
final class PolledProtocol
    extends AbstractPollingProtocol<PolledProtocol, PolledData, PolledControl, PolledGroup> {
  final Inlet inlet = new Inlet();
  final List<String> heard = new ArrayList<>();

  PolledProtocol() {
    boot();
  }

  @Override
  protected void createSessions(PolledGroup group) {
    putSessions(group, new PolledControl(), new PolledData());
  }

  @Override
  protected void read() throws IOException, InterruptedException {
    String text = inlet.take();
    synchronized (heard) {
      heard.add(text);
    }
  }

  List<String> heard() {
    synchronized (heard) {
      return List.copyOf(heard);
    }
  }
}
