package org.g2cl.loadtest.experiment;

/** Told what an experiment does. Called from several threads. */
public interface Narrator {
  /** Something that a reader of the output wants to find later. */
  void say(String sentence);

  /** How far it is; the next one takes its place. */
  void progress(String line);
}
