package org.g2cl.cmi.tomee.graph;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Currency;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Classes of the JDK that have a form here. The order in which they are added is part of the form:
 * new ones go to the end.
 */
@SuppressWarnings({"JavaUtilDate", "JdkObsolete"}) // applications have them
final class Builtins {
  private static final Builtins ALL = new Builtins();

  private final List<Builtin> byTag = new ArrayList<>();
  private final List<List<Class<?>>> typesByTag = new ArrayList<>();
  private final Map<Class<?>, Plan> plans = new HashMap<>();

  private Builtins() {
    addPrimitives();
    addNumbers();
    addTimes();
    addCollections();
    addMaps();
    addImmutables();
    addEnumHolders();
    addOthers();
    add(Constants.FORM, Constants.types());
  }

  /** Plan of a class of the JDK. */
  static Optional<Plan> plan(Class<?> type) {
    boolean isEnumSet = EnumSet.class.isAssignableFrom(type);
    return Optional.ofNullable(ALL.plans.get(isEnumSet ? EnumSet.class : type));
  }

  /** Form that a tag stands for; null for none. */
  static Builtin of(int tag) {
    int index = tag - Tag.BUILTIN;
    return index >= 0 && index < ALL.byTag.size() ? ALL.byTag.get(index) : null;
  }

  /** Classes that a tag stands for. */
  static List<Class<?>> types(int tag) {
    return ALL.typesByTag.get(tag - Tag.BUILTIN);
  }

  private void add(Builtin builtin, Class<?>... types) {
    int tag = Tag.BUILTIN + byTag.size();
    byTag.add(builtin);
    typesByTag.add(List.of(types));
    for (Class<?> type : types) {
      plans.put(type, new BuiltinPlan(type, tag, builtin));
    }
  }

  private void addPrimitives() {
    for (Class<?> type : Primitives.BOXES) {
      plans.put(type, new Primitives.Box(type));
    }
    for (Class<?> type : Primitives.ARRAYS) {
      plans.put(type, new Primitives.Array(type));
    }
  }

  private void addNumbers() {
    add(
        new Builtin.Whole<BigInteger>(
            (out, n) -> out.lengthAndBytes(n.toByteArray()), in -> new BigInteger(in.bytes())),
        BigInteger.class);
    add(
        new Builtin.Whole<BigDecimal>(
            (out, n) -> {
              out.intNumber(n.scale());
              out.lengthAndBytes(n.unscaledValue().toByteArray());
            },
            in -> {
              int scale = in.intNumber();
              return new BigDecimal(new BigInteger(in.bytes()), scale);
            }),
        BigDecimal.class);
    add(
        new Builtin.Whole<AtomicInteger>(
            (out, n) -> out.intNumber(n.get()), in -> new AtomicInteger(in.intNumber())),
        AtomicInteger.class);
    add(
        new Builtin.Whole<AtomicLong>(
            (out, n) -> out.longNumber(n.get()), in -> new AtomicLong(in.longNumber())),
        AtomicLong.class);
    add(
        new Builtin.Whole<AtomicBoolean>(
            (out, b) -> out.writeByte(b.get() ? 1 : 0), in -> new AtomicBoolean(in.bool())),
        AtomicBoolean.class);
    add(
        new Builtin.Whole<BitSet>(
            (out, bits) -> out.lengthAndBytes(bits.toByteArray()),
            in -> BitSet.valueOf(in.bytes())),
        BitSet.class);
  }

  private void addTimes() {
    add(
        new Builtin.Whole<Date>(
            (out, date) -> out.longNumber(date.getTime()), in -> new Date(in.longNumber())),
        Date.class);
    add(
        new Builtin.Value<Instant>(
            (out, time) -> {
              out.longNumber(time.getEpochSecond());
              out.intNumber(time.getNano());
            },
            in -> Instant.ofEpochSecond(in.longNumber(), in.intNumber())),
        Instant.class);
    add(
        new Builtin.Value<Duration>(
            (out, time) -> {
              out.longNumber(time.getSeconds());
              out.intNumber(time.getNano());
            },
            in -> Duration.ofSeconds(in.longNumber(), in.intNumber())),
        Duration.class);
    add(
        new Builtin.Value<LocalDate>(
            (out, date) -> out.longNumber(date.toEpochDay()),
            in -> LocalDate.ofEpochDay(in.longNumber())),
        LocalDate.class);
    add(
        new Builtin.Value<LocalTime>(
            (out, time) -> out.longNumber(time.toNanoOfDay()),
            in -> LocalTime.ofNanoOfDay(in.longNumber())),
        LocalTime.class);
    add(new Builtin.Value<LocalDateTime>(Times::write, Times::local), LocalDateTime.class);
    add(text(OffsetDateTime::parse), OffsetDateTime.class);
    add(text(OffsetTime::parse), OffsetTime.class);
    add(new Builtin.Value<ZonedDateTime>(Times::write, Times::zoned), ZonedDateTime.class);
    add(text(Period::parse), Period.class);
    add(
        new Builtin.Value<Year>(
            (out, year) -> out.intNumber(year.getValue()), in -> Year.of(in.intNumber())),
        Year.class);
    add(
        new Builtin.Value<YearMonth>(
            (out, month) -> {
              out.intNumber(month.getYear());
              out.writeByte(month.getMonthValue());
            },
            in -> YearMonth.of(in.intNumber(), in.readByte())),
        YearMonth.class);
    add(text(MonthDay::parse), MonthDay.class);
    add(
        new Builtin.Value<ZoneOffset>(
            (out, zone) -> out.intNumber(zone.getTotalSeconds()),
            in -> ZoneOffset.ofTotalSeconds(in.intNumber())),
        ZoneOffset.class);
    add(
        new Builtin.Value<ZoneId>((out, zone) -> out.writeText(zone.getId()), Times::zone),
        Times.REGION);
  }

  /** Value whose text says all. */
  private static <T> Builtin text(java.util.function.Function<String, T> parser) {
    return new Builtin.Value<T>(
        (out, value) -> out.writeText(value.toString()), in -> parser.apply(in.readText()));
  }

  private void addCollections() {
    add(Elements.of(ArrayList<Object>::new), ArrayList.class);
    add(Elements.of(count -> new LinkedList<Object>()), LinkedList.class);
    add(Elements.of(ArrayDeque<Object>::new), ArrayDeque.class);
    add(Elements.of(count -> new HashSet<Object>(capacity(count))), HashSet.class);
    add(Elements.of(count -> new LinkedHashSet<Object>(capacity(count))), LinkedHashSet.class);
    add(Elements.of(Vector<Object>::new), Vector.class);
    add(
        Elements.<CopyOnWriteArrayList<Object>>atOnce(
            count -> new CopyOnWriteArrayList<>(), CopyOnWriteArrayList::addAll),
        CopyOnWriteArrayList.class);
    add(
        Elements.<TreeSet<Object>>sorted(TreeSet::comparator, TreeSet::new, SortedElements::fill),
        TreeSet.class);
    add(
        Elements.<PriorityQueue<Object>>sorted(
            PriorityQueue::comparator, PriorityQueue::new, PriorityQueue::addAll),
        PriorityQueue.class);
  }

  private void addMaps() {
    add(Entries.of(count -> new HashMap<>(capacity(count))), HashMap.class);
    add(
        new Entries<LinkedHashMap<Object, Object>>(
            (out, map) -> out.writeByte(AccessOrder.of(map) ? 1 : 0),
            (in, count) -> new LinkedHashMap<>(capacity(count), 0.75f, in.bool())),
        LinkedHashMap.class);
    add(
        Entries.<TreeMap<Object, Object>>sorted(
            TreeMap::comparator, TreeMap::new, SortedEntries::fill),
        TreeMap.class);
    add(
        Entries.of(count -> new ConcurrentHashMap<Object, Object>(capacity(count))),
        ConcurrentHashMap.class);
  }

  /** Capacity at which so many entries do not make a table grow. */
  private static int capacity(int count) {
    return Math.max(16, count + count / 3 + 1);
  }

  private void addImmutables() {
    add(Immutables.LIST, List.of().getClass(), List.of(1).getClass());
    add(Immutables.SET, Set.of().getClass(), Set.of(1).getClass());
    add(Immutables.MAP, Map.of().getClass(), Map.of(1, 1).getClass());
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // sets and maps of any enum
  private void addEnumHolders() {
    add(
        new Elements<Set<Object>>(
            (out, set) -> out.type(out.describe(EnumMapKeys.of(set))),
            (in, count) -> (Set) EnumSet.noneOf((Class) in.enumType())),
        EnumSet.class);
    add(
        new Entries<Map<Object, Object>>(
            (out, map) -> out.type(out.describe(EnumMapKeys.of(map))),
            (in, count) -> (Map) new EnumMap((Class) in.enumType())),
        EnumMap.class);
  }

  private void addOthers() {
    add(
        new Builtin.Whole<UUID>(
            (out, id) -> {
              out.longNumber(id.getMostSignificantBits());
              out.longNumber(id.getLeastSignificantBits());
            },
            in -> {
              long most = in.longNumber();
              return new UUID(most, in.longNumber());
            }),
        UUID.class);
    add(
        new Builtin.Whole<URI>(
            (out, uri) -> out.writeText(uri.toString()), in -> URI.create(in.readText())),
        URI.class);
    add(
        new Builtin.Value<Currency>(
            (out, currency) -> out.writeText(currency.getCurrencyCode()),
            in -> Currency.getInstance(in.readText())),
        Currency.class);
  }
}
