package org.g2cl;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Key that members share. What encrypts is derived from it, another key for each instance of a
 * sender, so that no two of them ever use the same key and nonce.
 */
final class CryptoKey {
  private static final String MAC = "HmacSHA256";

  /** After OWASP's advice for PBKDF2 with a long secret: slow for who guesses, 0.1 s for us. */
  private static final int ITERATIONS = 120_000;

  private static final int BITS = 256;

  private final SecretKeySpec master;
  private final int id;

  private CryptoKey(byte[] master) {
    this.master = new SecretKeySpec(master, MAC);
    this.id = ByteBuffer.wrap(derive("key id".getBytes(UTF_8))).getInt();
  }

  /** Key of a secret that people chose; the context keeps keys of different groups apart. */
  static CryptoKey ofSecret(String secret, String context) {
    char[] chars = secret.toCharArray();
    PBEKeySpec spec = new PBEKeySpec(chars, ("g2cl:" + context).getBytes(UTF_8), ITERATIONS, BITS);
    try {
      return new CryptoKey(
          SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec).getEncoded());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no PBKDF2WithHmacSHA256", e);
    } finally {
      spec.clearPassword();
      Arrays.fill(chars, '\0');
    }
  }

  /** Key of a key store. */
  static CryptoKey ofKey(SecretKey key, String context) {
    return new CryptoKey(mac(new SecretKeySpec(key.getEncoded(), MAC), context.getBytes(UTF_8)));
  }

  /** Short name that the members know it by; tells nothing of the key. */
  int id() {
    return id;
  }

  /** AES key of an instance of a sender. */
  SecretKey of(Envelope.Instance instance) {
    byte[] name =
        ByteBuffer.allocate(24)
            .put("g2cl seal".getBytes(UTF_8), 0, 8)
            .putLong(instance.high())
            .putLong(instance.low())
            .array();
    return new SecretKeySpec(derive(name), "AES");
  }

  /** MAC of what a joiner states, by a key for that alone. */
  byte[] admissionMac(byte[] statement) {
    return mac(new SecretKeySpec(derive("g2cl admission".getBytes(UTF_8)), MAC), statement);
  }

  private byte[] derive(byte[] purpose) {
    return mac(master, purpose);
  }

  private static byte[] mac(SecretKeySpec key, byte[] purpose) {
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(key);
      return mac.doFinal(purpose);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no " + MAC, e);
    }
  }
}
