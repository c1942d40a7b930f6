package org.g2cl.cmi.jonas;

import java.io.ByteArrayOutputStream;
import java.io.ObjectStreamConstants;
import java.nio.charset.StandardCharsets;

/** An object stream, written by hand. */
final class StreamWriter {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  /** Begins with the header. */
  StreamWriter() {
    number(2, ObjectStreamConstants.STREAM_MAGIC).number(2, ObjectStreamConstants.STREAM_VERSION);
  }

  StreamWriter object() {
    return tag(ObjectStreamConstants.TC_OBJECT);
  }

  StreamWriter array(String type, int length) {
    tag(ObjectStreamConstants.TC_ARRAY);
    return described(type).nothing().number(4, length);
  }

  /** A class without fields; what follows is its superclass. */
  StreamWriter described(String name) {
    return classOf(name, 1, ObjectStreamConstants.SC_SERIALIZABLE, 0).end();
  }

  /** Begins a class; its fields follow, then {@link #end} and its superclass. */
  StreamWriter classOf(String name, long version, int flags, int fields) {
    return tag(ObjectStreamConstants.TC_CLASSDESC)
        .text(name)
        .number(8, version)
        .number(1, flags)
        .number(2, fields);
  }

  /** A field of a primitive type. */
  StreamWriter field(char kind, String name) {
    return number(1, kind).text(name);
  }

  /** A field of a class. */
  StreamWriter field(String type, String name) {
    return number(1, type.charAt(0)).text(name).string(type);
  }

  StreamWriter string(String text) {
    return tag(ObjectStreamConstants.TC_STRING).text(text);
  }

  /** Length and characters. */
  StreamWriter text(String ascii) {
    number(2, ascii.length());
    return raw(ascii.getBytes(StandardCharsets.US_ASCII));
  }

  StreamWriter handle(int index) {
    tag(ObjectStreamConstants.TC_REFERENCE);
    return number(4, ObjectStreamConstants.baseWireHandle + index);
  }

  StreamWriter nothing() {
    return tag(ObjectStreamConstants.TC_NULL);
  }

  StreamWriter end() {
    return tag(ObjectStreamConstants.TC_ENDBLOCKDATA);
  }

  StreamWriter block(byte... content) {
    return tag(ObjectStreamConstants.TC_BLOCKDATA).number(1, content.length).raw(content);
  }

  StreamWriter tag(byte tag) {
    return number(1, tag);
  }

  StreamWriter raw(byte... content) {
    bytes.writeBytes(content);
    return this;
  }

  StreamWriter number(int width, long value) {
    for (int shift = 8 * (width - 1); shift >= 0; shift -= 8) {
      bytes.write((int) (value >>> shift));
    }
    return this;
  }

  byte[] bytes() {
    return bytes.toByteArray();
  }
}
