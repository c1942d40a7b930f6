package org.g2cl;

/**
 * What the services write beside the application's bytes; immutable.
 *
 * @param serviceId service that the frame belongs to, 0 to 255
 * @param type one of the constants of this class
 * @param order order that the frame is delivered in
 * @param tag kind of value of a reply, see {@link Values}
 * @param correlation what joins a reply to its request; 0 when the type has none
 */
record Header(int serviceId, int type, Order order, int tag, long correlation) {
  static final int DATA = 0;
  static final int ONE_WAY = 1;
  static final int REQUEST = 2;
  static final int REPLY = 3;
  static final int ERROR = 4;

  static final Header PLAIN = new Header(0, DATA, Order.UNORDERED, 0, 0);

  static Header of(int type, int tag, long correlation) {
    return new Header(0, type, Order.UNORDERED, tag, correlation);
  }

  static boolean known(int type) {
    return type >= DATA && type <= ERROR;
  }

  boolean correlated() {
    return type >= REQUEST;
  }

  boolean request() {
    return type == REQUEST || type == ONE_WAY;
  }
}
