package org.g2cl;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import net.sf.jgcs.spi.Admission;

/**
 * Admission of members that have the same key: the key's id, and HMAC-SHA256 of the statement by a
 * key that is derived for this alone. What encrypts, proves; what decrypts, is accepted.
 */
final class KeyAdmission implements Admission {
  private final KeyRing keys;

  KeyAdmission(KeyRing keys) {
    this.keys = keys;
  }

  @Override
  public byte[] prove(byte[] statement) {
    CryptoKey own = keys.proving();
    byte[] mac = own.admissionMac(statement);
    return ByteBuffer.allocate(Integer.BYTES + mac.length).putInt(own.id()).put(mac).array();
  }

  @Override
  public boolean accepts(byte[] statement, byte[] proof) {
    if (proof.length < Integer.BYTES) {
      return false;
    }
    ByteBuffer rest = ByteBuffer.wrap(proof);
    CryptoKey key = keys.find(rest.getInt());
    byte[] mac = new byte[rest.remaining()];
    rest.get(mac);
    return key != null && MessageDigest.isEqual(mac, key.admissionMac(statement));
  }

  @Override
  public String advice() {
    return "give both the same secret (g2cl.secret-file; of a session of your own crypto.secret-file)";
  }
}
