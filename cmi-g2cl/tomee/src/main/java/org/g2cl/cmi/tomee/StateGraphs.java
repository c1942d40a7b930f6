package org.g2cl.cmi.tomee;

import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.openejb.BeanContext;
import org.g2cl.cmi.core.ContentLimits;
import org.g2cl.cmi.tomee.graph.GraphFormat;
import org.g2cl.cmi.tomee.graph.GraphInput;
import org.g2cl.cmi.tomee.graph.GraphOutput;
import org.g2cl.cmi.tomee.graph.Trail;
import org.g2cl.cmi.tomee.graph.UnsupportedGraphException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * States in the form of {@link GraphFormat}: a version byte, how many objects follow, and for each
 * the names of the fields that were left out, its class and the object.
 *
 * <p>Used while every member reads it, and as long as the bean's objects have a place in it.
 * Thread-safe.
 */
final class StateGraphs {
  static final byte VERSION = 2;

  private static final Logger LOG = LoggerFactory.getLogger(StateGraphs.class);

  private final BeanContext bean;
  private final BooleanSupplier wanted;
  private final GraphFormat format;
  private volatile boolean unfit;

  /**
   * Creates one.
   *
   * @param wanted whether states are to be written so at this moment
   */
  StateGraphs(
      BeanContext bean, ClassAllowList allowed, ContentLimits limits, BooleanSupplier wanted) {
    this.bean = bean;
    this.wanted = wanted;
    this.format = new GraphFormat(new StateRules(allowed, limits), bean.getClassLoader());
  }

  /**
   * One object of a state.
   *
   * @param leftOut names of its fields that are not in the state
   * @param className name of its class where it was written
   */
  record Target(List<String> leftOut, String className, Object object) {}

  boolean isWanted() {
    return !unfit && wanted.getAsBoolean();
  }

  /**
   * Writes a state.
   *
   * @param trail what the session's state consisted of last time
   */
  byte[] write(List<Target> targets, Trail trail) throws UnsupportedGraphException {
    var plain = new ArrayList<>();
    for (Target target : targets) {
      if (!(target.object() instanceof Serializable)) {
        plain.add(target.object());
      }
    }
    return format.write(plain, new Written(targets), trail);
  }

  /** What a state consists of; not a lambda, which costs more to make at each call. */
  private record Written(List<Target> targets) implements GraphFormat.Content {
    @Override
    public void writeTo(GraphOutput out) throws UnsupportedGraphException {
      out.writeByte(VERSION);
      out.writeByte(targets.size());
      for (Target target : targets) {
        out.writeByte(target.leftOut().size());
        for (String field : target.leftOut()) {
          out.writeText(field);
        }
        out.writeText(target.className());
        out.writeObject(target.object());
      }
    }
  }

  /**
   * Notes that Java serialization could write what this form could not, and leaves it at that; but
   * for a state that is too large, which those of other sessions are not.
   */
  void giveWay(UnsupportedGraphException reason) {
    if (reason.isOverLimit()) {
      return;
    }
    unfit = true;
    LOG.info(
        "bean {}: its states are written by Java serialization, which is slower: {}",
        bean.getDeploymentID(),
        reason.getMessage());
  }

  /** Reads a state. */
  List<Target> read(byte[] state) throws IOException, ClassNotFoundException {
    return format.read(state, 1, StateGraphs::read);
  }

  private static List<Target> read(GraphInput in) throws IOException, ClassNotFoundException {
    var targets = new ArrayList<Target>();
    for (int left = in.readByte(); left > 0; left--) {
      var leftOut = new ArrayList<String>();
      for (int fields = in.readByte(); fields > 0; fields--) {
        leftOut.add(in.readText());
      }
      String className = in.readText();
      targets.add(new Target(leftOut, className, in.readObject()));
    }
    return targets;
  }
}
