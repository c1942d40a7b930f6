package org.g2cl.cmi.core;

import java.util.Set;

/**
 * Classes of the JDK whose objects are plain values: numbers, texts, times, and what such objects
 * are written as. To read one from another member opens nothing, asks nobody and loads no class of
 * its naming. Every server's list of classes contains these; what more of the JDK it allows is its
 * own matter.
 */
public final class JdkValues {
  private static final Set<String> NAMES =
      Set.of(
          "java.lang.Object",
          "java.lang.Boolean",
          "java.lang.Byte",
          "java.lang.Character",
          "java.lang.Short",
          "java.lang.Integer",
          "java.lang.Long",
          "java.lang.Float",
          "java.lang.Double",
          "java.lang.Number",
          "java.lang.String",
          "java.lang.Enum",
          "java.lang.StringBuilder",
          "java.lang.StringBuffer",
          "java.lang.StackTraceElement",
          "java.math.BigInteger",
          "java.math.BigDecimal",
          "java.math.MathContext",
          "java.math.RoundingMode",
          "java.net.URI",
          "java.sql.Date",
          "java.sql.Time",
          "java.sql.Timestamp",
          "java.util.BitSet",
          "java.util.Calendar",
          "java.util.CollSer",
          "java.util.Currency",
          "java.util.Date",
          "java.util.EnumSet$SerializationProxy",
          "java.util.GregorianCalendar",
          "java.util.Locale",
          "java.util.Random",
          "java.util.SimpleTimeZone",
          "java.util.TimeZone",
          "java.util.UUID",
          "java.util.regex.Pattern",
          "sun.util.calendar.ZoneInfo");

  private JdkValues() {}

  /** Tells whether the class of that name is one of them, as {@link Class#getName} has it. */
  public static boolean include(String className) {
    return NAMES.contains(className);
  }
}
