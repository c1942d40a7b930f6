package org.g2cl.cmi.tomee.graph;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;

/** Objects there and back, by the form under test and by Java serialization. */
final class Travel {
  private static final GraphFormat FORMAT =
      new GraphFormat(new OpenRules(), Travel.class.getClassLoader());

  private Travel() {}

  static byte[] write(Object object) throws UnsupportedGraphException {
    return FORMAT.write(List.of(), out -> out.writeObject(object));
  }

  static Object read(byte[] bytes) throws IOException, ClassNotFoundException {
    return FORMAT.read(bytes, 0, GraphInput::readObject);
  }

  @SuppressWarnings("unchecked") // what comes back is of the class that went
  static <T> T byGraph(T object)
      throws UnsupportedGraphException, IOException, ClassNotFoundException {
    return (T) read(write(object));
  }

  static byte[] javaBytes(Object object) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    return bytes.toByteArray();
  }

  @SuppressWarnings("unchecked") // as above
  static <T> T byJava(T object) throws IOException, ClassNotFoundException {
    try (var in = new ObjectInputStream(new ByteArrayInputStream(javaBytes(object)))) {
      return (T) in.readObject();
    }
  }
}
