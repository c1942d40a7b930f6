package org.g2cl.jgcs.spread;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import jdk.net.ExtendedSocketOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class KeepAliveTest {
  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldNoticeInFortySecondsThatTheOtherHostIsGone() throws Exception {
    InetAddress here = InetAddress.getLoopbackAddress();
    try (ServerSocket server = new ServerSocket(0, 1, here);
        Socket socket = new Socket(here, server.getLocalPort())) {
      KeepAlive.start(socket);
      int idle = socket.getOption(ExtendedSocketOptions.TCP_KEEPIDLE);
      int interval = socket.getOption(ExtendedSocketOptions.TCP_KEEPINTERVAL);
      int count = socket.getOption(ExtendedSocketOptions.TCP_KEEPCOUNT);
      assertThat(socket.getKeepAlive()).isTrue();
      assertThat(idle + interval * count).isEqualTo(40);
    }
  }
}
