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

  /** Those of plain messages, by order and service id; filled as they come. */
  private static final Header[] PLAINS = new Header[Order.count() * (Frame.MAX_SERVICE_ID + 1)];

  /** Header of a frame that came: one object for all plain messages alike. */
  static Header received(int serviceId, int type, Order order, int tag, long correlation) {
    if (type != DATA || tag != 0) {
      return new Header(serviceId, type, order, tag, correlation);
    }
    int index = order.code() * (Frame.MAX_SERVICE_ID + 1) + serviceId;
    Header known = PLAINS[index];
    if (known == null) {
      known = new Header(serviceId, DATA, order, 0, 0);
      PLAINS[index] = known; // immutable: others may see it late, and make their own
    }
    return known;
  }

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
