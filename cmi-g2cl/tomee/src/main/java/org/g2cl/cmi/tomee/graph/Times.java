package org.g2cl.cmi.tomee.graph;

import java.io.IOException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;

/** Forms of dates with a time. */
final class Times {
  /** Class of zones that have a name; not public. */
  static final Class<?> REGION = ZoneId.of("Europe/London").getClass();

  private Times() {}

  static void write(GraphOutput out, LocalDateTime time) throws UnsupportedGraphException {
    out.longNumber(time.toLocalDate().toEpochDay());
    out.longNumber(time.toLocalTime().toNanoOfDay());
  }

  static LocalDateTime local(GraphInput in) throws IOException {
    LocalDate date = LocalDate.ofEpochDay(in.longNumber());
    return LocalDateTime.of(date, LocalTime.ofNanoOfDay(in.longNumber()));
  }

  /** With the offset, since an hour comes twice when clocks are put back. */
  static void write(GraphOutput out, ZonedDateTime time) throws UnsupportedGraphException {
    write(out, time.toLocalDateTime());
    out.intNumber(time.getOffset().getTotalSeconds());
    out.writeText(time.getZone().getId());
  }

  static ZonedDateTime zoned(GraphInput in) throws IOException {
    LocalDateTime local = local(in);
    ZoneOffset offset = ZoneOffset.ofTotalSeconds(in.intNumber());
    return ZonedDateTime.ofInstant(local, offset, zone(in));
  }

  static ZoneId zone(GraphInput in) throws IOException {
    return ZoneId.of(in.readText());
  }
}
