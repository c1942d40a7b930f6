package org.g2cl.sample.cart.web;

import org.g2cl.sample.cart.web.Step.Kind;

/**
 * The fixed cycle of the scripted shopper: fill the cart, then update, read, remove and insert in
 * turn, and at last check out. The step at a number is always the same.
 */
record ShopperScript(int items, int stepsPerCycle) {

  /** The step at that number; step 0 opens the cart, the first cycle begins with step 1. */
  Step at(long number) {
    if (number == 0) {
      return new Step(Kind.OPEN, 0, 0);
    }
    int position = (int) ((number - 1) % stepsPerCycle);
    if (position == stepsPerCycle - 1) {
      return new Step(Kind.CHECKOUT, 0, 0);
    }
    if (position < items) {
      return new Step(Kind.INSERT, position, 1 + position % 3);
    }
    return middle(position - items);
  }

  private Step middle(int position) {
    int article = position / 4 % items;
    return switch (position % 4) {
      case 0 -> new Step(Kind.UPDATE, article, 2 + position % 7);
      case 1 -> new Step(Kind.READ, article, 0);
      case 2 -> new Step(Kind.REMOVE, article, 0);
      default -> new Step(Kind.INSERT, article, 1 + position % 5);
    };
  }
}
