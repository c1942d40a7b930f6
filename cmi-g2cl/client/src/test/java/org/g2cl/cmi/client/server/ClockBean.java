package org.g2cl.cmi.client.server;

import jakarta.ejb.Stateless;
import jakarta.interceptor.Interceptors;

/** Tells where it runs. */
@Stateless
@Interceptors(RequestIdLog.class)
public class ClockBean implements Clock {
  @Override
  public int port() {
    return Integer.getInteger("port");
  }

  @Override
  public int portUnlessDying(int dying) {
    if (port() == dying) {
      Runtime.getRuntime().halt(1);
    }
    return port();
  }
}
