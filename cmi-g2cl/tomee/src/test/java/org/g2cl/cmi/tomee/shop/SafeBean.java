package org.g2cl.cmi.tomee.shop;

import jakarta.ejb.CreateException;
import jakarta.ejb.Init;
import jakarta.ejb.RemoteHome;
import jakarta.ejb.Remove;
import jakarta.ejb.Stateful;
import java.io.Serializable;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

@Stateful(name = "Safe")
@RemoteHome(SafeHome.class)
public class SafeBean implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Owners for whom a creation was executed. */
  public static final List<String> CREATED = new CopyOnWriteArrayList<>();

  private String owner;
  private int cents;

  @Init
  public void create(String name) throws CreateException {
    CREATED.add(name);
    owner = name;
    if (name.isEmpty()) {
      throw new CreateException("a safe has an owner");
    }
  }

  @Remove
  public void close() {
    // the container ends the instance
  }

  public String owner() {
    return owner;
  }

  public int deposit(int more) {
    cents += more;
    return cents;
  }
}
