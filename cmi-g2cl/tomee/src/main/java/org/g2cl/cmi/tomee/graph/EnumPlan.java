package org.g2cl.cmi.tomee.graph;

/** Constants of enums: class and name. */
final class EnumPlan extends Plan {
  EnumPlan(Class<?> type) {
    super(type);
  }

  @Override
  void write(GraphOutput out, Object object) throws UnsupportedGraphException {
    if (!out.again(object)) {
      Enum<?> constant = (Enum<?>) object;
      out.writeByte(Tag.ENUM);
      out.type(out.describe(constant.getDeclaringClass()));
      out.writeText(constant.name());
    }
  }
}
