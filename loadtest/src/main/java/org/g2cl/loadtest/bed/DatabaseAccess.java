package org.g2cl.loadtest.bed;

/**
 * How to reach a database.
 *
 * @param url JDBC URL
 * @param user user name, or empty
 * @param password password, or empty
 */
public record DatabaseAccess(String url, String user, String password) {
  /** Without the password. */
  @Override
  public String toString() {
    return url + (user.isEmpty() ? "" : " as " + user);
  }
}
