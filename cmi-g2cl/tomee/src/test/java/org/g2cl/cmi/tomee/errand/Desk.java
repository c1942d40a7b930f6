package org.g2cl.cmi.tomee.errand;

import jakarta.annotation.Resource;
import jakarta.ejb.SessionContext;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Superclass of a bean that does not say that it is serializable. */
abstract class Desk {
  int served;
  transient int seen;
  final List<String> names = new ArrayList<>();

  @Resource SessionContext context;

  @Resource(name = "shop")
  DataSource shop;
}
