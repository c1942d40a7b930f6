package net.sf.jgcs.spi;

/**
 * Address of a member with a binary form that is the same at all members.
 *
 * <p>An addition to jGCS 0.8, for encryption that authenticates who sent a message. Of an address
 * without it, the text of {@code toString()} is used, which must then be the same at all members.
 */
public interface StableAddress {
  /** Bytes by which any member knows this address; never null. */
  byte[] toBytes();
}
