package org.g2cl.jgcs.legacy;

/** Names of the types of jGCS 0.6 that the adapter touches. */
final class Names {
  static final String ANNOTATION = "net.sf.jgcs.Annotation";
  static final String CLOSED_SESSION = "net.sf.jgcs.ClosedSessionException";
  static final String CONTROL_SESSION = "net.sf.jgcs.ControlSession";
  static final String DATA_SESSION = "net.sf.jgcs.DataSession";
  static final String EXCEPTION_LISTENER = "net.sf.jgcs.ExceptionListener";
  static final String MESSAGE = "net.sf.jgcs.Message";
  static final String MESSAGE_LISTENER = "net.sf.jgcs.MessageListener";
  static final String NOT_JOINED = "net.sf.jgcs.NotJoinedException";
  static final String PROTOCOL = "net.sf.jgcs.Protocol";
  static final String PROTOCOL_FACTORY = "net.sf.jgcs.ProtocolFactory";
  static final String SERVICE = "net.sf.jgcs.Service";
  static final String SERVICE_LISTENER = "net.sf.jgcs.ServiceListener";
  static final String UNSUPPORTED_SERVICE = "net.sf.jgcs.UnsupportedServiceException";
  static final String BLOCK_LISTENER = "net.sf.jgcs.membership.BlockListener";
  static final String BLOCK_SESSION = "net.sf.jgcs.membership.BlockSession";
  static final String MEMBERSHIP = "net.sf.jgcs.membership.Membership";
  static final String MEMBERSHIP_LISTENER = "net.sf.jgcs.membership.MembershipListener";
  static final String MEMBERSHIP_SESSION = "net.sf.jgcs.membership.MembershipSession";

  private Names() {}
}
