package hub;

import net.sf.jgcs.GroupConfiguration;

/** Without a constructor for the name, as Appia's: a bean with a second property that it needs. */
public class HubGroup implements GroupConfiguration {
  private String groupName;
  private String beanName;

  public void setGroupName(String groupName) {
    this.groupName = groupName;
  }

  public String getGroupName() {
    return groupName;
  }

  public void setBeanName(String beanName) {
    this.beanName = beanName;
  }

  @Override
  public boolean equals(Object other) {
    HubGroup that = (HubGroup) other;
    return groupName.equals(that.groupName) && beanName.equals(that.beanName);
  }

  @Override
  public int hashCode() {
    return groupName.hashCode();
  }
}
