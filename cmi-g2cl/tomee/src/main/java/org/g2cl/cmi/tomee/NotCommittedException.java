package org.g2cl.cmi.tomee;

import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.util.Set;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.RequestId;

/** The commit of a call failed, and its marker says that nothing of the call counts. */
final class NotCommittedException extends PropagationException {
  private static final long serialVersionUID = 1L;

  /**
   * Classes of SQL states by which a database says that it will not have the rows: data, integrity,
   * a trigger's change, a trigger's own exception, a view's check.
   */
  private static final Set<String> REFUSALS = Set.of("22", "23", "27", "44", "P0");

  private static final int MAX_CAUSES = 20;

  NotCommittedException(RequestId request) {
    super(
        "request %s: the commit of its transaction failed, and nothing of it counts; send it again"
            .formatted(request));
  }

  /**
   * Tells whether the database has refused the rows themselves, so that it would refuse them again.
   *
   * @param failure what the commit has thrown
   */
  static boolean isRefusal(Throwable failure) {
    Throwable cause = failure;
    for (int i = 0; i < MAX_CAUSES && cause != null; i++) {
      if (cause instanceof SQLException refused && isRefusal(refused)) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }

  private static boolean isRefusal(SQLException failure) {
    String state = failure.getSQLState();
    return failure instanceof SQLIntegrityConstraintViolationException
        || failure instanceof SQLDataException
        || (state != null && state.length() > 1 && REFUSALS.contains(state.substring(0, 2)));
  }
}
