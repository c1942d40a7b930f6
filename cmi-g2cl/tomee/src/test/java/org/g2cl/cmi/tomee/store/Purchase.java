package org.g2cl.cmi.tomee.store;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;

/** Row whose key is of no call, so that a call that is executed twice leaves two. */
@Entity
@Table(name = "purchases")
public class Purchase {
  /** What a test creates for it. */
  public static final String DDL =
      "CREATE SEQUENCE purchase_ids; CREATE TABLE purchases (id BIGINT PRIMARY KEY, item VARCHAR(100))";

  @Id
  @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "purchases")
  @SequenceGenerator(name = "purchases", sequenceName = "purchase_ids", allocationSize = 1)
  private long id;

  private String item;

  protected Purchase() {}

  Purchase(String item) {
    this.item = item;
  }

  String item() {
    return item;
  }
}
