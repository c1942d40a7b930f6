package org.g2cl.cmi.tomee.graph;

import java.util.List;

/** Writer of one graph, made by {@link GraphFormat}; used by one thread. */
public final class GraphOutput extends GraphBytes implements ObjectOutput {
  /** In place of the place of an object that was mentioned before. */
  static final int AGAIN = 0;

  /** In place of the number of a class. */
  static final int NO_CLASS = -1;

  /** In place of the number of a class, of what may be written otherwise next time. */
  static final int UNSETTLED = -2;

  private final GraphRules rules;
  private final Plans plans;
  private Mentions ownMentions = new Mentions();
  private Mentions mentions = ownMentions;
  private final boolean[] described = new boolean[Plans.MAX_CLASSES];
  private final int[] ids = new int[Plans.MAX_CLASSES];
  private int idsUsed;
  private int depth;
  private List<Object> roots = List.of();
  private Plan last;

  GraphOutput(GraphRules rules, Plans plans) {
    super(rules.maxBytes());
    this.rules = rules;
    this.plans = plans;
  }

  /** Begins a graph. */
  void begin(List<Object> plainRoots, Trail trail) {
    roots = plainRoots;
    if (trail.isEmpty()) {
      return;
    }
    beginAgain(trail.bytes());
    mentions = trail.mentions();
    mentions.rewind();
    trail.clear();
  }

  /** Ends a graph: gives its bytes, and notes in the trail what the next time needs. */
  byte[] end(Trail trail) {
    byte[] written = written();
    if (isAgain()) {
      mentions.sweep();
      trail.keep(mentions, written);
    } else if (Trail.isWorthIt(written)) {
      mentions.trim();
      trail.keep(mentions, written);
      ownMentions = new Mentions();
    }
    return written;
  }

  /** Makes it as good as new. */
  void reset() {
    ownMentions.clear();
    mentions = ownMentions;
    for (int i = 0; i < idsUsed; i++) {
      described[ids[i]] = false;
    }
    idsUsed = 0;
    beginAnew();
    depth = 0;
    roots = List.of();
  }

  // ---------------------------------------------------------------- objects

  /**
   * {@inheritDoc}
   *
   * @throws UnsupportedGraphException when some of it has no place in this form
   */
  @Override
  public void writeObject(Object object) throws UnsupportedGraphException {
    if (object == null) {
      writeByte(Tag.NULL);
      return;
    }
    int known = mentions.placeOfFixed(object);
    if (known != 0 && passed(known)) {
      return;
    }
    if (object instanceof String text) {
      text(text);
    } else if (object instanceof Integer number) {
      writeByte(Tag.INT);
      intNumber(number);
    } else {
      planned(object);
    }
  }

  /** Passes an object by that is where it was, and whose bytes are as they were. */
  private boolean passed(int place) throws UnsupportedGraphException {
    int span = mentions.span(place);
    if (span == Span.NONE) {
      mentions.pass(place);
      copyText(place);
      return true;
    }
    if (!described[Span.type(span)] || depth + 1 >= rules.maxDepth()) {
      return false;
    }
    int start = mentions.start(place);
    int moved = place() - start;
    if (!mentions.pass(place, span, moved)) {
      return false;
    }
    copy(start, Span.length(span));
    return true;
  }

  /**
   * Writes an object that is not mentioned yet and whose content never changes, and notes where its
   * bytes are if they are the same wherever it is: no class is described in them, and no text that
   * was mentioned before.
   *
   * @param madeOfContent whether the reader makes it once it has its content
   */
  void fixed(FieldsPlan plan, Object object, boolean madeOfContent)
      throws UnsupportedGraphException {
    int place = madeOfContent ? againOrLater(object) : againOrNow(object);
    if (place == AGAIN) {
      return;
    }
    int start = place();
    int numbered = mentions.mentioned();
    int met = mentions.met();
    int types = idsUsed;
    plan.content(this, object);
    int inner = mentions.mentioned() - numbered;
    boolean isNew = inner == mentions.met() - met && types == idsUsed;
    int span = isNew ? Span.of(place() - start, inner, plan.typeId(), madeOfContent) : Span.NONE;
    mentions.fix(place, span == Span.NONE ? 0 : start, span);
    if (madeOfContent) {
      mention(place);
    }
  }

  /**
   * Where the elements of a holder are to be written, which has just been mentioned; null when
   * there is nothing to be gained by it.
   *
   * @param count how many entries or elements there are
   */
  Tape tapeOf(Object holder, int count) {
    return isAgain() && count >= Tape.SMALLEST ? mentions.tapes().of(holder, count) : null;
  }

  /**
   * Writes an element.
   *
   * @return the number of its class, when it is new, has a span and was passed by; {@link
   *     #NO_CLASS} when it has none; {@link #UNSETTLED} when it may have other bytes next time
   */
  int writeElement(Object element) throws UnsupportedGraphException {
    boolean isValue = isValue(element);
    int known = isValue ? 0 : mentions.placeOfFixed(element);
    if (known != 0 && passed(known)) {
      int span = mentions.span(known);
      return span == Span.NONE ? NO_CLASS : Span.type(span);
    }
    writeObject(element);
    return isValue ? NO_CLASS : UNSETTLED;
  }

  /** Whether an object, the same one, has the same bytes wherever it is. */
  private static boolean isValue(Object object) {
    return object == null
        || object instanceof Integer
        || object instanceof Long
        || object instanceof Double
        || object instanceof Boolean
        || object instanceof Short
        || object instanceof Byte
        || object instanceof Float
        || object instanceof Character;
  }

  Mentions mentions() {
    return mentions;
  }

  /**
   * Passes bytes by that are as last time, if an object of that class may be written here without
   * its description.
   */
  boolean skip(int type, int length) throws UnsupportedGraphException {
    if ((type != NO_CLASS && !described[type]) || depth + 1 >= rules.maxDepth()) {
      return false;
    }
    copy(place(), length);
    return true;
  }

  private void planned(Object object) throws UnsupportedGraphException {
    Class<?> type = object.getClass();
    Plan plan = last;
    if (plan == null || plan.type != type) {
      plan = plans.of(type);
      last = plan;
    }
    if (depth >= rules.maxDepth()) {
      throw UnsupportedGraphException.overLimit(
          "class %s is nested too deep".formatted(type.getName()));
    }
    depth++;
    plan.write(this, object);
    depth--;
  }

  private void text(String text) throws UnsupportedGraphException {
    int place = mentions.place(text);
    if (again(place)) {
      return;
    }
    if (mentions.start(place) != 0) {
      copyText(place);
    } else {
      mentions.start(place, place());
      string(text);
    }
  }

  /** Copies the bytes that a text had, its tag included. */
  private void copyText(int place) throws UnsupportedGraphException {
    int start = mentions.start(place);
    mentions.start(place, copy(start, lengthOfText(start)));
  }

  /** Writes that an object was mentioned before; else it is from now on, and that is false. */
  boolean again(Object object) throws UnsupportedGraphException {
    return again(mentions.place(object));
  }

  private boolean again(int place) throws UnsupportedGraphException {
    int number = mentions.number(place);
    boolean isNew = number == Mentions.NEW;
    if (!isNew) {
      writeByte(Tag.AGAIN);
      length(mentions.mentioned() - number);
      mentions.tapes().mentionedAgain(number);
    }
    mention(place);
    return !isNew;
  }

  private int againOrNow(Object object) throws UnsupportedGraphException {
    int place = mentions.place(object);
    return again(place) ? AGAIN : place;
  }

  /**
   * As {@link #again}, but a new object is to be {@link #mention mentioned} once the reader can
   * have made it; until then nothing may lead to it.
   *
   * @return place to mention it by, or {@link #AGAIN}
   */
  int againOrLater(Object object) throws UnsupportedGraphException {
    int place = mentions.place(object);
    int number = mentions.number(place);
    if (number == Mentions.NOT_YET) {
      throw UnsupportedGraphException.of(object.getClass(), "is part of itself");
    }
    if (number == Mentions.NEW) {
      mentions.expect(place);
      return place;
    }
    again(place);
    return AGAIN;
  }

  void mention(int place) {
    mentions.mention(place);
  }

  boolean isPlainRoot(Object object) {
    for (Object root : roots) {
      if (root == object) {
        return true;
      }
    }
    return false;
  }

  Record namesOf(Object reference) throws UnsupportedGraphException {
    try {
      return rules.namesOf(reference);
    } catch (java.io.NotSerializableException e) {
      throw UnsupportedGraphException.of(reference.getClass(), "is not serializable");
    }
  }

  /** Writes a class: its number, and its description where it is met first. */
  void type(Description description) throws UnsupportedGraphException {
    int id = description.id();
    length(id);
    if (!described[id]) {
      described[id] = true;
      ids[idsUsed++] = id;
      lengthAndBytes(description.bytes());
    }
  }

  Description describe(Class<?> type) throws UnsupportedGraphException {
    return plans.name(type);
  }
}
