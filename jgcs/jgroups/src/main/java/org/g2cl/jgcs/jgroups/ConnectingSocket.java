package org.g2cl.jgcs.jgroups;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;

/** Socket by which this member connects to another one, with an {@link UnlockedInput}. */
final class ConnectingSocket extends Socket {
  private final UnlockedInput.OfSocket input;

  /**
   * @param inputBuffer bytes; 0 for none
   */
  ConnectingSocket(int inputBuffer) {
    input = new UnlockedInput.OfSocket(inputBuffer);
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return input.over(super.getInputStream());
  }
}
