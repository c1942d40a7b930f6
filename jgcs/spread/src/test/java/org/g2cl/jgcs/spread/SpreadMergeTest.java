package org.g2cl.jgcs.spread;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.spi.ProtocolProvider;
import org.g2cl.engines.MergeContract;
import org.g2cl.engines.Parts;

class SpreadMergeTest extends MergeContract {
  @Override
  protected Parts parts(Path folder) throws IOException {
    return new OnSpread(InTestDaemon.start());
  }

  private record OnSpread(InTestDaemon daemon) implements Parts {
    @Override
    public Protocol protocol(String name) throws GroupException {
      return Protocols.factory(
              "spread",
              Map.of(ProtocolProvider.MEMBER_NAME, name, ProtocolProvider.PEERS, daemon.address()))
          .createProtocol();
    }

    @Override
    public GroupConfiguration group() throws GroupException {
      return Protocols.provider("spread").group("parts");
    }

    @Override
    public void cutOff(String name) {
      String client =
          daemon.clients().stream()
              .filter(known -> known.startsWith("#" + name))
              .findFirst()
              .orElseThrow();
      daemon.cutOff(client);
    }

    @Override
    public void letBack() {
      daemon.letBack();
    }

    @Override
    public void close() {
      daemon.close();
    }
  }
}
