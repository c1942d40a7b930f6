package org.g2cl;

import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * AES-256-GCM of a frame: its content is encrypted, and with its {@link Envelope}, its sender and
 * its destination authenticated.
 */
final class Seal {
  private static final String CIPHER = "AES/GCM/NoPadding";

  private Seal() {}

  /** Address that stands for all members. */
  private static final byte[] ALL = {};

  static byte[] close(
      SecretKey key, Envelope envelope, byte[] content, SocketAddress sender, SocketAddress dest) {
    ByteBuffer frame = ByteBuffer.allocate(Envelope.LENGTH + content.length + Envelope.TAG_LENGTH);
    envelope.write(frame);
    try {
      Cipher cipher = cipher(Cipher.ENCRYPT_MODE, key, envelope, sender, dest);
      cipher.doFinal(ByteBuffer.wrap(content), frame);
      return frame.array();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a message cannot be encrypted: " + e.getMessage(), e);
    }
  }

  /** Opens what stands after the envelope. */
  static ByteBuffer open(
      SecretKey key, Envelope envelope, ByteBuffer sealed, SocketAddress sender, SocketAddress dest)
      throws MalformedFrameException {
    ByteBuffer content = ByteBuffer.allocate(sealed.remaining());
    try {
      cipher(Cipher.DECRYPT_MODE, key, envelope, sender, dest).doFinal(sealed, content);
      return content.flip();
    } catch (AEADBadTagException e) {
      throw new MalformedFrameException("it was changed, or is not of that sender to this member");
    } catch (GeneralSecurityException e) {
      throw new MalformedFrameException("it cannot be decrypted: " + e.getMessage());
    }
  }

  private static Cipher cipher(
      int mode, SecretKey key, Envelope envelope, SocketAddress sender, SocketAddress dest)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(CIPHER);
    int tagBits = Envelope.TAG_LENGTH * Byte.SIZE;
    cipher.init(mode, key, new GCMParameterSpec(tagBits, envelope.nonce()));
    byte[] from = AddressForm.of(sender);
    byte[] to = envelope.toOne() ? AddressForm.of(dest) : ALL;
    ByteBuffer known =
        ByteBuffer.allocate(Envelope.LENGTH + Integer.BYTES + from.length + to.length);
    envelope.write(known);
    known.putInt(from.length).put(from).put(to);
    cipher.updateAAD(known.flip());
    return cipher;
  }
}
