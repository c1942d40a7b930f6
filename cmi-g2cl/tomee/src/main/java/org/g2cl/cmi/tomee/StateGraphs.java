package org.g2cl.cmi.tomee;

import java.io.IOException;
import java.io.NotSerializableException;
import java.io.Serializable;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.apache.openejb.BeanContext;
import org.g2cl.cmi.core.AnnouncedForms;
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
  private final GraphUse use;
  private final GraphFormat format;
  private volatile boolean unfit;

  /**
   * Creates one.
   *
   * @param use when states are written so
   */
  StateGraphs(BeanContext bean, ClassAllowList allowed, ContentLimits limits, GraphUse use) {
    this.bean = bean;
    this.use = use;
    this.format = new GraphFormat(new StateRules(allowed, limits), bean.getClassLoader());
  }

  /**
   * One object of a state.
   *
   * @param leftOut names of its fields that are not in the state
   * @param className name of its class where it was written
   */
  record Target(List<String> leftOut, String className, Object object) {}

  /**
   * Tells whether a state is to be written so, if its objects have a place.
   *
   * @param before state that the members have now, or null
   */
  boolean isWanted(byte[] before) {
    return use.isAllowed() && (!unfit || isOfThisForm(before)) && use.isReadByAll();
  }

  private static boolean isOfThisForm(byte[] state) {
    return state != null && state.length > 0 && state[0] == VERSION;
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
    if (reason.isOverLimit() || unfit) {
      return;
    }
    unfit = true;
    LOG.info(
        "bean {}: its states are written by Java serialization, which is slower: {}",
        bean.getDeploymentID(),
        reason.getMessage());
  }

  /**
   * Writes a state that Java serialization refuses, as one that refers back to its bean, which is
   * not serializable. Members that do not read it yet are no reason against it where they could not
   * read the state of before either.
   *
   * @param before state that the members have now, or null
   * @throws NotSerializableException the refusal, when this form has no place for it either
   * @throws UnwritableException when it is to wait until every member reads it
   */
  byte[] writeRefused(
      List<Target> targets, byte[] before, Trail trail, NotSerializableException refusal)
      throws NotSerializableException, UnwritableException {
    if (!use.isAllowed()) {
      throw refusal;
    }
    byte[] written;
    try {
      written = write(targets, trail);
    } catch (UnsupportedGraphException e) {
      throw refusal;
    }
    if (isOfThisForm(before) || use.isReadByAll()) {
      return written;
    }
    throw tooEarly(refusal);
  }

  private UnwritableException tooEarly(NotSerializableException refusal) {
    return UnwritableException.forNow(
        ("its state refers back to its %s, which is not serializable, and is written only once every"
                + " member has announced that it reads such states; %s. Send the request again, or make"
                + " the class serializable")
            .formatted(refusal.getMessage(), missing(use.lacking())));
  }

  private static String missing(List<SocketAddress> members) {
    return members.isEmpty()
        ? "which are missing is not known while this member is in no group"
        : "missing are %s, and who failed counts for %d minutes"
            .formatted(members, AnnouncedForms.PATIENCE.toMinutes());
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
