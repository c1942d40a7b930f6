package net.sf.jgcs;

public interface Service {
  int compare(Service other) throws UnsupportedServiceException;
}
