package org.g2cl.cmi.tomee.graph;

/** References to beans: the object that names the bean. */
final class ReferencePlan extends Plan {
  ReferencePlan(Class<?> type) {
    super(type);
  }

  @Override
  void write(GraphOutput out, Object reference) throws UnsupportedGraphException {
    int place = out.againOrLater(reference);
    if (place != GraphOutput.AGAIN) {
      out.writeByte(Tag.REFERENCE);
      out.writeObject(out.namesOf(reference));
      out.mention(place);
    }
  }
}
