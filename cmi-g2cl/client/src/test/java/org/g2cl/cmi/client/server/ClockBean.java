package org.g2cl.cmi.client.server;

import jakarta.ejb.Stateless;
import jakarta.interceptor.Interceptors;

/** Tells where it runs. */
@Stateless
public class ClockBean implements Clock {
  @Override
  public int port() {
    return Integer.getInteger("port");
  }

  @Override
  @Interceptors(RequestIdLog.class)
  public int portUnlessDying(int dying) {
    if (port() == dying) {
      Runtime.getRuntime().halt(1);
    }
    return port();
  }
}
