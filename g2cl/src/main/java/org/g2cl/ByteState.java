package org.g2cl;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** State in one array. */
record ByteState(Supplier<byte[]> getState, Consumer<byte[]> setState) implements StateHandler {
  @Override
  public StateSnapshot snapshot() {
    byte[] state = getState.get();
    return out -> out.write(state);
  }

  @Override
  public void setState(InputStream in) throws IOException {
    // brought down to Java 8 by JvmDowngrader 1.3.3, it gives null at the end of a stream
    byte[] read = in.readNBytes(Frame.MAX_PAYLOAD + 1);
    byte[] state = read == null ? new byte[0] : read;
    if (state.length > Frame.MAX_PAYLOAD) {
      throw new IOException(
          "state has more than " + Frame.MAX_PAYLOAD + " bytes; use streams for larger ones");
    }
    setState.accept(state);
  }
}
