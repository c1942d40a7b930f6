package org.g2cl.cmi.tomee.errand;

import jakarta.ejb.Remote;

/** Carries things, or has another one carry them. */
@Remote
public interface Porter {
  /** Number of things it has carried by now. */
  int carry(String thing);

  /** Has the one that it is given carry a thing. */
  int giveTo(Porter other, String thing);

  /** The one that helps it. */
  Porter helper();

  /** Has its helper give a thing to the one that it is given. */
  int passOnTo(Porter other, String thing);

  /** Has the helper of its helper carry a thing. */
  int giveToHelperOfHelper(String thing);

  /** Always refuses. */
  int refuse();
}
