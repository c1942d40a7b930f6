package net.sf.jgcs.jgroups;

import java.util.Objects;
import net.sf.jgcs.GroupConfiguration;

/**
 * Group of JGroups, known by its cluster name; a bean, so that JNDI can make it.
 *
 * <p>The name must be set before a session is opened, and not be changed afterwards.
 */
public class JGroupsGroup implements GroupConfiguration {
  private static final long serialVersionUID = 1L;

  private String groupName;

  /** Creates one without a name. */
  public JGroupsGroup() {}

  /** Creates one with a name. */
  public JGroupsGroup(String groupName) {
    this.groupName = Objects.requireNonNull(groupName, "groupName");
  }

  /** Sets the name of the cluster. */
  public void setGroupName(String groupName) {
    this.groupName = groupName;
  }

  /** Name of the cluster, or null when it was not set yet. */
  public String getGroupName() {
    return groupName;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof JGroupsGroup that && Objects.equals(groupName, that.groupName);
  }

  @Override
  public int hashCode() {
    return Objects.hashCode(groupName);
  }

  @Override
  public String toString() {
    return "group '" + groupName + "'";
  }
}
