package org.g2cl.jgcs.spread;

/** Maker of the threads of a member, which have to be started. */
interface ThreadMaker {
  /** Makes threads that do not keep the process from ending. */
  ThreadMaker OF_DAEMONS =
      (body, name) -> {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        return thread;
      };

  Thread make(Runnable body, String name);
}
