package org.g2cl.cmi.tomee.graph;

/** Arrays of objects. */
final class ArrayPlan extends Plan {
  ArrayPlan(Class<?> type) {
    super(type);
  }

  @Override
  void write(GraphOutput out, Object object) throws UnsupportedGraphException {
    if (!out.again(object)) {
      Object[] array = (Object[]) object;
      out.writeByte(Tag.ARRAY);
      out.type(out.describe(type));
      out.length(array.length);
      for (Object element : array) {
        out.writeObject(element);
      }
    }
  }
}
