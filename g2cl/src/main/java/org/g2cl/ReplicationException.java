package org.g2cl;

/**
 * Failure of a write to a {@link ReplicatedHashMap}: whether it was applied is then not known at
 * this member, but all members that stay in the group have applied it, or none has.
 */
public class ReplicationException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  /** Creates one with a message and a cause, which may be null. */
  public ReplicationException(String message, Throwable cause) {
    super(message, cause);
  }
}
