package org.g2cl.sample.tomee;

import java.sql.SQLException;
import java.util.Properties;
import javax.naming.Context;
import javax.naming.NamingException;
import org.g2cl.cmi.tomee.shop.Ledger;
import org.g2cl.cmi.tomee.shop.OutOfStockException;
import org.g2cl.sample.tomee.beans.Diary;
import org.g2cl.sample.tomee.beans.RefusedException;
import org.g2cl.sample.tomee.beans.Vault;

/**
 * What happens before the kill: sessions of several kinds are opened and called, all on one server.
 *
 * @param made what the diary says of its making
 * @param survivor the other one
 */
record Scene(
    Cluster cluster,
    Diary diary,
    Vault vault,
    Ledger ledger,
    Ledger own,
    String made,
    TomEE survivor) {

  static Scene play(Cluster cluster) throws NamingException, SQLException {
    cluster.bed().update("DELETE FROM orders");
    Diary diary = cluster.lookup(Diary.class, "DiaryRemote");
    diary.write("one");
    refuse(diary);
    Vault vault = cluster.lookup(Vault.class, "VaultRemote", anna());
    vault.deposit(10);
    vault.deposit(20);
    Ledger ledger = cluster.lookup(Ledger.class, "LedgerRemote");
    write(ledger);
    Ledger own = cluster.lookup(Ledger.class, "OwnLedgerRemote");
    own.required("own");
    own.rollbackOnly("own, rolled back");
    String made = diary.life().get(0);
    return new Scene(cluster, diary, vault, ledger, own, made, cluster.kill(diary.server()));
  }

  static Properties anna() {
    var login = new Properties();
    login.put(Context.SECURITY_PRINCIPAL, "anna");
    login.put(Context.SECURITY_CREDENTIALS, "lemon");
    return login;
  }

  private static void refuse(Diary diary) {
    try {
      diary.writeThenRefuse("refused");
      throw new AssertionError("not refused");
    } catch (RefusedException expected) {
      // an outcome like any other
    }
  }

  private static void write(Ledger ledger) {
    ledger.required("required");
    ledger.requiresNew("new");
    ledger.notSupported("none");
    ledger.rollbackOnly("marked");
    ledger.requiresNewOfAnother("audited");
    try {
      ledger.rollbackByException("thrown");
      throw new AssertionError("not thrown");
    } catch (OutOfStockException expected) {
      // rolls back
    }
  }
}
