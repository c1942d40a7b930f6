package org.g2cl.sample.jonas.bean;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.UUID;
import javax.ejb.EJBException;
import javax.ejb.SessionBean;
import javax.ejb.SessionContext;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.g2cl.sample.jonas.server.CrashPoint;
import org.g2cl.sample.jonas.server.OffTheList;

/** The cart; its state is its fields. */
public class CartBean implements SessionBean {
  private static final long serialVersionUID = 1;

  /** Name of the data source of the orders. */
  public static final String DATA_SOURCE = "jdbc_cart";

  private static final String INSERT =
      "INSERT INTO jonas_order (cart_id, sequence, pieces) VALUES (?, ?, ?)";

  private String id;
  private long lastSequence;
  private long applied;
  private long repeats;
  private long gaps;
  private LinkedHashMap<String, Integer> lines;
  private Object kept;
  private transient SessionContext context;

  /** Creates the bean for the container. */
  public CartBean() {}

  /** Begins an empty cart. */
  public void ejbCreate() {
    id = UUID.randomUUID().toString();
    lines = new LinkedHashMap<>();
  }

  /** As {@link Cart#insert}. */
  public int insert(long sequence, String product, int quantity) {
    CrashPoint.BEFORE_EXECUTION.reached();
    lines.merge(product, quantity, Integer::sum);
    applied(sequence);
    CrashPoint.AFTER_EXECUTION.reached();
    return lines.size();
  }

  /** As {@link Cart#checkOut}. */
  public int checkOut(long sequence) throws EmptyCartException {
    CrashPoint.BEFORE_EXECUTION.reached();
    if (lines.isEmpty()) {
      throw new EmptyCartException();
    }
    int pieces = lines.values().stream().mapToInt(Integer::intValue).sum();
    write(sequence, pieces);
    lines.clear();
    applied(sequence);
    CrashPoint.AFTER_EXECUTION.reached();
    return pieces;
  }

  /** As {@link Cart#order}. */
  public Receipt order(long sequence) throws EmptyCartException {
    return new Receipt(checkOut(sequence));
  }

  /** As {@link Cart#fail}. */
  public int fail(long sequence, String how) throws EmptyCartException {
    if (lines.isEmpty()) {
      return 0;
    }
    write(sequence, lines.size());
    lines.put("failed", 1);
    if (how.equals("marked") || how.equals("application")) {
      context.setRollbackOnly();
    }
    if (how.equals("application")) {
      throw new EmptyCartException();
    }
    throw new EJBException("told to fail");
  }

  /** As {@link Cart#failOutside}. */
  public int failOutside() {
    if (lines.isEmpty()) {
      return 0;
    }
    throw new EJBException("told to fail");
  }

  @SuppressWarnings("BanJNDI") // a name of our own
  private void write(long sequence, int pieces) {
    try {
      DataSource source = (DataSource) new InitialContext().lookup(DATA_SOURCE);
      try (Connection connection = source.getConnection();
          PreparedStatement insert = connection.prepareStatement(INSERT)) {
        insert.setString(1, id);
        insert.setLong(2, sequence);
        insert.setInt(3, pieces);
        insert.executeUpdate();
      }
    } catch (NamingException | SQLException e) {
      throw new EJBException("the order cannot be written: " + e.getMessage(), e);
    }
  }

  private void applied(long sequence) {
    applied++;
    if (sequence <= lastSequence) {
      repeats++;
      return;
    }
    gaps += sequence - lastSequence - 1;
    lastSequence = sequence;
  }

  /** As {@link Cart#audit}. */
  public String audit() {
    return lastSequence + " " + applied + " " + repeats + " " + gaps + " " + lines.size();
  }

  /** As {@link Cart#spoil}. */
  public void spoil() {
    kept = new Object();
  }

  /** As {@link Cart#keep}. */
  public String keep(String kind) {
    switch (kind) {
      case "arrays":
        kept = new Object[] {new BigDecimal("12.50"), new byte[] {1, 2}, new String[] {"a"}, null};
        break;
      case "context":
        kept = new Object[] {context};
        break;
      case "forbidden":
        kept = new OffTheList();
        break;
      case "vetoed":
        kept = new Vetoed();
        break;
      default:
        break;
    }
    return kept instanceof Object[]
        ? Arrays.deepToString(
                Arrays.stream((Object[]) kept)
                    .map(part -> part == context ? "its context" : part)
                    .toArray())
            .replace(' ', '_')
        : String.valueOf(kept);
  }

  /** As {@link Cart#where}. */
  public String where() {
    return System.getProperty("sample.server");
  }

  @Override
  public void setSessionContext(SessionContext given) {
    context = given;
  }

  @Override
  public void ejbRemove() {
    // nothing is held
  }

  @Override
  public void ejbActivate() {
    // nothing is to be opened again
  }

  @Override
  public void ejbPassivate() {
    // nothing is to be closed
  }
}
