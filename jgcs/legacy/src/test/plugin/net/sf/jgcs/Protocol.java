package net.sf.jgcs;

public interface Protocol {
  DataSession openDataSession(GroupConfiguration group) throws JGCSException;

  ControlSession openControlSession(GroupConfiguration group) throws JGCSException;
}
