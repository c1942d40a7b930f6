package org.g2cl.sample.tomee.beans;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.PostActivate;
import jakarta.ejb.PrePassivate;
import jakarta.ejb.Remove;
import jakarta.ejb.Stateful;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import javax.sql.DataSource;

/** Stateful bean that remembers what became of it. */
@Stateful(name = "Diary")
public class DiaryBean implements Diary, Serializable {
  private static final long serialVersionUID = 1L;

  private static final AtomicInteger PASSIVATIONS = new AtomicInteger();

  private final List<String> pages = new ArrayList<>();
  private final List<String> life = new ArrayList<>();
  private Object held;

  @Resource(name = "cartDatabase")
  private DataSource database;

  @PostConstruct
  void made() {
    Halt.at("creation");
    life.add("made at " + server());
  }

  @PrePassivate
  void passivated() {
    PASSIVATIONS.incrementAndGet();
  }

  @PostActivate
  void activated() {
    life.add("activated at " + server());
  }

  @PreDestroy
  void destroyed() {
    OrderBean.insert(database, "destroyed " + pages);
  }

  @Override
  public int write(String page) {
    pages.add(page);
    return pages.size();
  }

  @Override
  public List<String> pages() {
    return new ArrayList<>(pages);
  }

  @Override
  public String server() {
    return System.getProperty("g2cl.location");
  }

  @Override
  public List<String> life() {
    return new ArrayList<>(life);
  }

  @Override
  public int passivations() {
    return PASSIVATIONS.get();
  }

  @Override
  public int writeThenRefuse(String page) throws RefusedException {
    write(page);
    throw new RefusedException(page);
  }

  @Override
  public void keepThread() {
    held = new ArrayList<>(List.of(Thread.currentThread()));
  }

  @Override
  public void keepLevel() {
    held = Level.INFO;
  }

  @Override
  public void keepBytes(int number) {
    held = new byte[number];
  }

  @Override
  public boolean keeps() {
    return held != null;
  }

  @Override
  @Remove
  public void close() {
    // the container ends the instance
  }
}
