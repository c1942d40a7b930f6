package org.g2cl;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import net.sf.jgcs.ServiceNames;

/**
 * Settings of a request; mutable and not thread-safe, but free to be shared once set.
 *
 * <p>Every wait is bounded: where JGroups takes a time-out of 0 as "for ever", it is {@link
 * #MAX_TIMEOUT} here.
 */
public class RequestOptions {
  /** Time-out of {@link #SYNC()} and {@link #ASYNC()}. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

  /** Longest time-out: ten minutes. */
  public static final Duration MAX_TIMEOUT = Duration.ofMinutes(10);

  private ResponseMode mode = ResponseMode.GET_ALL;
  private int responses;
  private long timeoutMillis = MAX_TIMEOUT.toMillis();
  private boolean anycasting;
  private RspFilter rspFilter;
  private List<SocketAddress> exclusions = List.of();
  private String service = ServiceNames.FIFO;

  /** Creates options that wait for all responses, for {@link #MAX_TIMEOUT}. */
  public RequestOptions() {}

  /** Creates options; the time-out in milliseconds as for {@link #setTimeout}. */
  public RequestOptions(ResponseMode mode, long timeoutMillis) {
    this(mode, timeoutMillis, false);
  }

  /** Creates options, see {@link #setTimeout} and {@link #setAnycasting}. */
  public RequestOptions(ResponseMode mode, long timeoutMillis, boolean anycasting) {
    this(mode, timeoutMillis, anycasting, null);
  }

  /** Creates options, see {@link #setTimeout}, {@link #setAnycasting}, {@link #setRspFilter}. */
  public RequestOptions(
      ResponseMode mode, long timeoutMillis, boolean anycasting, RspFilter rspFilter) {
    this.mode = Objects.requireNonNull(mode, "mode");
    this.timeoutMillis = checkedTimeout(timeoutMillis);
    this.anycasting = anycasting;
    this.rspFilter = rspFilter;
  }

  /** Creates a copy. */
  public RequestOptions(RequestOptions other) {
    this.mode = other.mode;
    this.responses = other.responses;
    this.timeoutMillis = other.timeoutMillis;
    this.anycasting = other.anycasting;
    this.rspFilter = other.rspFilter;
    this.exclusions = other.exclusions;
    this.service = other.service;
  }

  /** New options that wait for all responses, for {@link #DEFAULT_TIMEOUT}. */
  @SuppressWarnings("checkstyle:MethodName") // the name that JGroups users know
  public static RequestOptions SYNC() {
    return new RequestOptions(ResponseMode.GET_ALL, DEFAULT_TIMEOUT.toMillis());
  }

  /** New options that wait for no response. */
  @SuppressWarnings("checkstyle:MethodName") // the name that JGroups users know
  public static RequestOptions ASYNC() {
    return new RequestOptions(ResponseMode.GET_NONE, DEFAULT_TIMEOUT.toMillis());
  }

  /** How many responses to wait for. */
  public ResponseMode getMode() {
    return mode;
  }

  /** How many responses to wait for. */
  public ResponseMode mode() {
    return mode;
  }

  /** Sets how many responses to wait for. */
  public RequestOptions setMode(ResponseMode value) {
    mode = Objects.requireNonNull(value, "mode");
    return this;
  }

  /** Sets how many responses to wait for. */
  public RequestOptions mode(ResponseMode value) {
    return setMode(value);
  }

  /**
   * Sets how many responses to wait for: {@link ResponseMode#GET_N} of that number. When fewer
   * members are asked, all of theirs.
   *
   * @throws IllegalArgumentException when below 1
   */
  public RequestOptions responses(int number) {
    if (number < 1) {
      throw new IllegalArgumentException(
          "number of responses is " + number + ", must be 1 or more; for none use GET_NONE");
    }
    responses = number;
    return setMode(ResponseMode.GET_N);
  }

  /** Number set by {@link #responses(int)}, or 0. */
  public int responses() {
    return responses;
  }

  /** Number of acceptable responses that end the wait on so many members. */
  int needed(int members) {
    return switch (mode) {
      case GET_FIRST -> 1;
      case GET_MAJORITY -> members / 2 + 1;
      case GET_N -> neededOf(members);
      default -> members;
    };
  }

  private int neededOf(int members) {
    if (responses == 0) {
      throw new IllegalArgumentException(
          "response mode is GET_N without a number; set it by responses(n)");
    }
    return Math.min(responses, members);
  }

  /** Longest wait in milliseconds. */
  public long getTimeout() {
    return timeoutMillis;
  }

  /** Longest wait in milliseconds. */
  public long timeout() {
    return timeoutMillis;
  }

  /**
   * Sets the longest wait.
   *
   * @param millis 0 for {@link #MAX_TIMEOUT}
   * @throws IllegalArgumentException when negative or above {@link #MAX_TIMEOUT}
   */
  public RequestOptions setTimeout(long millis) {
    timeoutMillis = checkedTimeout(millis);
    return this;
  }

  /** Sets the longest wait in milliseconds, see {@link #setTimeout}. */
  public RequestOptions timeout(long millis) {
    return setTimeout(millis);
  }

  /**
   * Sets the longest wait, in whole milliseconds.
   *
   * @param value zero for {@link #MAX_TIMEOUT}; what is above zero and below 1 ms counts as 1 ms
   * @throws IllegalArgumentException when negative or above {@link #MAX_TIMEOUT}
   */
  public RequestOptions timeout(Duration value) {
    if (value.isNegative() || value.compareTo(MAX_TIMEOUT) > 0) {
      throw new IllegalArgumentException(
          "timeout is %s, must be positive and at most %s, or zero for the longest"
              .formatted(value, MAX_TIMEOUT));
    }
    return setTimeout(value.isZero() ? 0 : Math.max(1, value.toMillis()));
  }

  private static long checkedTimeout(long millis) {
    if (millis < 0 || millis > MAX_TIMEOUT.toMillis()) {
      throw new IllegalArgumentException(
          "timeout is %d ms, must be 1 to %d, or 0 for the longest"
              .formatted(millis, MAX_TIMEOUT.toMillis()));
    }
    return millis == 0 ? MAX_TIMEOUT.toMillis() : millis;
  }

  /** Whether to send to members one by one also where the group could be addressed at once. */
  public boolean getAnycasting() {
    return anycasting;
  }

  /** Whether to send to members one by one also where the group could be addressed at once. */
  public boolean anycasting() {
    return anycasting;
  }

  /** Sets whether to send to members one by one also where the group could be addressed at once. */
  public RequestOptions setAnycasting(boolean value) {
    anycasting = value;
    return this;
  }

  /** Sets anycasting, see {@link #setAnycasting}. */
  public RequestOptions anycasting(boolean value) {
    return setAnycasting(value);
  }

  /** Judge of responses, or null. */
  public RspFilter getRspFilter() {
    return rspFilter;
  }

  /** Judge of responses, or null. */
  public RspFilter rspFilter() {
    return rspFilter;
  }

  /** Sets the judge of responses; null for none. */
  public RequestOptions setRspFilter(RspFilter value) {
    rspFilter = value;
    return this;
  }

  /** Sets the judge of responses; null for none. */
  public RequestOptions rspFilter(RspFilter value) {
    return setRspFilter(value);
  }

  /** Members that a cast leaves out; empty for none. */
  public List<SocketAddress> getExclusionList() {
    return exclusions;
  }

  /** Members that a cast leaves out; empty for none. */
  public List<SocketAddress> exclusionList() {
    return exclusions;
  }

  /** Sets the members that a cast leaves out; it then goes to the others one by one. */
  public RequestOptions exclusionList(SocketAddress... members) {
    exclusions = List.copyOf(Arrays.asList(members));
    return this;
  }

  /** Whether a cast leaves members out. */
  public boolean hasExclusionList() {
    return !exclusions.isEmpty();
  }

  /** Quality of service, a constant of {@link ServiceNames}; {@link ServiceNames#FIFO} at first. */
  public String service() {
    return service;
  }

  /**
   * Sets the quality of service.
   *
   * @param serviceName a constant of {@link ServiceNames}
   * @throws IllegalArgumentException when it is none
   */
  public RequestOptions service(String serviceName) {
    service = Order.named(serviceName).serviceName();
    return this;
  }

  @Override
  public String toString() {
    return "RequestOptions[mode=%s, timeout=%d ms, anycasting=%s, exclusions=%s, service=%s]"
        .formatted(mode, timeoutMillis, anycasting, exclusions, service);
  }
}
