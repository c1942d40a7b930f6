package org.g2cl.cmi.tomee.graph;

/** Objects of a class of the JDK. */
final class BuiltinPlan extends Plan {
  private final int tag;
  private final Builtin builtin;

  BuiltinPlan(Class<?> type, int tag, Builtin builtin) {
    super(type);
    this.tag = tag;
    this.builtin = builtin;
  }

  @Override
  void write(GraphOutput out, Object object) throws UnsupportedGraphException {
    builtin.write(out, tag, object);
  }
}
