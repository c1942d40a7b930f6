package org.g2cl.cmi.tomee.graph;

import java.util.Collections;
import java.util.List;

/** Objects of the JDK of which there is one. Their order is part of the form. */
final class Constants {
  private static final List<Object> ALL =
      List.of(
          Collections.emptyList(),
          Collections.emptySet(),
          Collections.emptyMap(),
          Collections.reverseOrder());

  static final Builtin FORM =
      new Builtin.Value<Object>((out, constant) -> out.writeByte(index(constant)), Constants::read);

  private Constants() {}

  static Class<?>[] types() {
    return ALL.stream().map(Object::getClass).toArray(Class<?>[]::new);
  }

  private static int index(Object constant) throws UnsupportedGraphException {
    for (int i = 0; i < ALL.size(); i++) {
      if (ALL.get(i) == constant) {
        return i;
      }
    }
    throw UnsupportedGraphException.of(constant.getClass(), "has more than one object");
  }

  private static Object read(GraphInput in) throws java.io.IOException {
    int index = in.readByte();
    if (index >= ALL.size()) {
      throw in.damaged("no constant has the number " + index);
    }
    return ALL.get(index);
  }
}
