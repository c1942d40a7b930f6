package net.sf.jgcs.spread;

import java.util.Objects;
import net.sf.jgcs.GroupConfiguration;

/**
 * Group of Spread, known by its name; a bean, so that JNDI can make it.
 *
 * <p>The name must be set before a session is opened, and not be changed afterwards; it is checked
 * then. Unlike in jGCS 0.8 it is no address of a member.
 */
public class SpGroup implements GroupConfiguration {
  private static final long serialVersionUID = 1L;

  private String group;

  /** Creates one without a name. */
  public SpGroup() {}

  /** Creates one with a name. */
  public SpGroup(String group) {
    this.group = Objects.requireNonNull(group, "group");
  }

  /** Sets the name. */
  public void setGroup(String group) {
    this.group = group;
  }

  /** Name, or null when it was not set yet. */
  public String getGroup() {
    return group;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SpGroup that && Objects.equals(group, that.group);
  }

  @Override
  public int hashCode() {
    return Objects.hashCode(group);
  }

  @Override
  public String toString() {
    return "group '" + group + "'";
  }
}
