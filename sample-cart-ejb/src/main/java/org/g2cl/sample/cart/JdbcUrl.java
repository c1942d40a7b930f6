package org.g2cl.sample.cart;

import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * JDBC URL that may hold passwords; its text form shows none of them.
 *
 * <p>A password is the value of a parameter whose name says so ({@code password}, {@code
 * sslpassword}, {@code PASSWORD} and the like), or what stands between a user's name and the host.
 * Immutable.
 */
public final class JdbcUrl {
  private static final String POSTGRESQL = "jdbc:postgresql:";
  private static final String H2 = "jdbc:h2:";
  private static final String MASKED = "$1***";

  /** Name of a parameter that is secret, up to its value. */
  private static final String SECRET = "(?is)((?:password|passwd|pwd|secret|token)[^?&;=/]*=)";

  private static final Pattern UP_TO_AMPERSAND = Pattern.compile(SECRET + "[^&]*");
  private static final Pattern UP_TO_SEMICOLON = Pattern.compile(SECRET + "(?:\\\\.|[^;])*");
  private static final Pattern TO_THE_END = Pattern.compile(SECRET + ".*");

  /** A user and a password in front of the host; not a host with its port. */
  private static final Pattern LOGIN =
      Pattern.compile("(?s)(//[^:/@?\\[]*:)(?!\\d+(?:[/,?]|$)).*(?=@)");

  /** The same where another kind of database may have another form for it. */
  private static final Pattern ANY_LOGIN = Pattern.compile("(?s)^((?:jdbc:)?[^:]*:).*(?=@)");

  private final String url;

  private JdbcUrl(String url) {
    this.url = Objects.requireNonNull(url, "url");
  }

  /** The URL; no form is refused. */
  public static JdbcUrl of(String url) {
    return new JdbcUrl(url);
  }

  /** A text, such as a driver's message, in which this URL shows no password. */
  public String mask(String text) {
    return url.isEmpty() ? text : text.replace(url, toString());
  }

  /** Why PostgreSQL's driver will not find the database; empty where this does not tell. */
  public Optional<String> problem() {
    return url.startsWith(POSTGRESQL) && LOGIN.matcher(url).find()
        ? Optional.of(
            "user and password stand before the host, where the driver takes them for a part of the"
                + " host's name: give them apart, or at the end as ?user=NAME&password=PASSWORD")
        : Optional.empty();
  }

  /** The URL with {@code ***} in the place of each password. */
  @Override
  public String toString() {
    if (url.startsWith(POSTGRESQL)) {
      return LOGIN.matcher(masked(UP_TO_AMPERSAND, url)).replaceAll(MASKED);
    }
    return url.startsWith(H2)
        ? masked(UP_TO_SEMICOLON, url)
        : ANY_LOGIN.matcher(masked(TO_THE_END, url)).replaceAll(MASKED);
  }

  private static String masked(Pattern pattern, String text) {
    return pattern.matcher(text).replaceAll(MASKED);
  }
}
