package org.g2cl.sample.tomee.beans;

import jakarta.annotation.Resource;
import jakarta.ejb.AfterCompletion;
import jakarta.ejb.BeforeCompletion;
import jakarta.ejb.Stateful;
import java.io.Serializable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Stateful bean that writes to the database, and can let its server die around the commit. */
@Stateful(name = "Order")
public class OrderBean implements Order, Serializable {
  private static final long serialVersionUID = 1L;

  private final List<String> placed = new ArrayList<>();

  @Resource(name = "cartDatabase")
  private DataSource database;

  static void insert(DataSource database, String row) {
    try (var connection = database.getConnection();
        var insert = connection.prepareStatement("INSERT INTO orders VALUES (?)")) {
      insert.setString(1, row);
      insert.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public int place(String row) {
    insert(database, row);
    placed.add(row);
    return placed.size();
  }

  @Override
  public List<String> placed() {
    return new ArrayList<>(placed);
  }

  @Override
  public String server() {
    return System.getProperty("g2cl.location");
  }

  @BeforeCompletion
  void before() {
    Halt.at("before-commit");
  }

  @AfterCompletion
  void after(boolean committed) {
    Halt.at("after-commit");
  }
}
