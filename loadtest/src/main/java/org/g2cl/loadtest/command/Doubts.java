package org.g2cl.loadtest.command;

import java.util.ArrayList;
import java.util.List;
import org.g2cl.loadtest.audit.Audit;
import org.g2cl.loadtest.load.AbResult;
import org.g2cl.loadtest.load.Hit;
import org.g2cl.loadtest.report.Event;

/**
 * Looks for what makes the figures of a demo doubtful: counts that do not agree, and what a whole
 * demo does and this one did not.
 *
 * @param warmUp requests of the warm-up
 * @param run requests of the measured run
 * @param clients each opened its cart by a request that is in neither part
 * @param audit what the carts say
 * @param replication whether a node should have been killed, and a fresh one joined
 * @param events what was done to the bed
 */
record Doubts(
    Part warmUp, Part run, int clients, Audit audit, boolean replication, List<Event> events) {

  /**
   * Requests of a part of the load.
   *
   * @param counted by the clients
   * @param hits by httpd
   */
  record Part(AbResult counted, List<Hit> hits) {
    long good() {
      return hits.stream().filter(Hit::isOk).count();
    }

    long failed() {
      return Math.max(counted.failed() + counted.refused(), hits.size() - good());
    }
  }

  List<String> all() {
    List<String> doubts = new ArrayList<>();
    addCounts(doubts);
    if (warmUp.failed() > 0) {
      doubts.add(warmUp.failed() + " requests of the warm-up failed");
    }
    if (replication) {
      addEvents(doubts);
    }
    if (audit.acknowledgedCheckouts() == 0) {
      doubts.add("no checkout was made: the run was too short");
    }
    return doubts;
  }

  /** Three counts of the same thing: by the clients, by httpd, by the web nodes' ledgers. */
  private void addCounts(List<String> doubts) {
    long byClients = run.counted.complete() + warmUp.counted.complete();
    long byHttpd = (long) run.hits.size() + warmUp.hits.size();
    if (byClients != byHttpd) {
      doubts.add("ab counts " + byClients + " requests, httpd's log " + byHttpd);
    }
    long good = run.good() + warmUp.good() + clients;
    if (audit.steps() != good && audit.harm().cartsLost() == 0) {
      doubts.add("the web nodes answered " + audit.steps() + " steps, httpd's log says " + good);
    }
  }

  private void addEvents(List<String> doubts) {
    if (!has(Event.Kind.KILL)) {
      doubts.add("no node was killed: the run was over too soon, give a longer --duration");
    } else if (!has(Event.Kind.JOIN)) {
      doubts.add(
          "no fresh node joined: the run was over before one was started, give a longer --duration"
              + " or more --requests");
    }
  }

  private boolean has(Event.Kind kind) {
    return events.stream().anyMatch(event -> event.kind() == kind);
  }
}
