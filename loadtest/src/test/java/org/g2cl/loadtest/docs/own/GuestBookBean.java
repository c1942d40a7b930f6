package org.g2cl.loadtest.docs.own;

import jakarta.annotation.Resource;
import jakarta.ejb.EJBException;
import jakarta.ejb.Stateful;
import java.io.Serializable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Stands for a bean of the reader's that writes rows. */
@Stateful
public class GuestBookBean implements GuestBook, Serializable {
  private static final long serialVersionUID = 1;

  @Resource(name = "guests")
  private DataSource guests; // not part of the state: each server puts its own in

  private int signed;

  @Override
  public int sign(String name) {
    try (Connection connection = guests.getConnection();
        PreparedStatement insert = connection.prepareStatement("INSERT INTO guest VALUES (?)")) {
      insert.setString(1, name);
      insert.executeUpdate();
    } catch (SQLException e) {
      throw new EJBException(e);
    }
    signed++;
    return signed;
  }
}
