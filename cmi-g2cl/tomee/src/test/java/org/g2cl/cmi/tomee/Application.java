package org.g2cl.cmi.tomee;

import java.net.URISyntaxException;
import java.nio.file.Path;
import org.g2cl.cmi.tomee.errand.BadgeBean;
import org.g2cl.cmi.tomee.errand.ClerkBean;
import org.g2cl.cmi.tomee.errand.CourierBean;
import org.g2cl.cmi.tomee.errand.DrawbridgeBean;
import org.g2cl.cmi.tomee.errand.ErrandBean;
import org.g2cl.cmi.tomee.errand.Escort;
import org.g2cl.cmi.tomee.errand.Guard;
import org.g2cl.cmi.tomee.errand.GuardedTally;
import org.g2cl.cmi.tomee.errand.Listener;
import org.g2cl.cmi.tomee.errand.Rates;
import org.g2cl.cmi.tomee.errand.SideGateBean;
import org.g2cl.cmi.tomee.errand.Tally;
import org.g2cl.cmi.tomee.errand.Tool;
import org.g2cl.cmi.tomee.errand.TurnstileBean;
import org.g2cl.cmi.tomee.errand.Visit;
import org.g2cl.cmi.tomee.errand.Workshop;
import org.g2cl.cmi.tomee.shop.BasketBean;
import org.g2cl.cmi.tomee.shop.CallCounter;
import org.g2cl.cmi.tomee.shop.ChestBean;
import org.g2cl.cmi.tomee.shop.JournalBean;
import org.g2cl.cmi.tomee.shop.KnotBean;
import org.g2cl.cmi.tomee.shop.Prices;
import org.g2cl.cmi.tomee.store.EntityManagers;
import org.g2cl.cmi.tomee.store.ExtendedStoreBean;
import org.g2cl.cmi.tomee.store.StoreBean;
import org.g2cl.cmi.tomee.store.StoreService;

/** Application of the tests. */
enum Application {
  /** The basket with what it calls. */
  BASKET {
    @Override
    EmbeddedBusinessNode.Builder addTo(EmbeddedBusinessNode.Builder node) {
      return node.classes(BasketBean.class, Prices.class, JournalBean.class, CallCounter.class);
    }
  },

  /** The basket, and beans whose states are large, deep or refer back to them. */
  CHEST {
    @Override
    EmbeddedBusinessNode.Builder addTo(EmbeddedBusinessNode.Builder node) {
      return BASKET.addTo(node).classes(ChestBean.class, KnotBean.class);
    }
  },

  /** The basket, and a bean with everything that is injected. */
  ERRAND {
    @Override
    EmbeddedBusinessNode.Builder addTo(EmbeddedBusinessNode.Builder node) {
      return BASKET
          .addTo(node)
          .classes(ErrandBean.class, Escort.class, Rates.class, Visit.class, Tally.class)
          .classes(Tool.class, Workshop.class, Listener.class, Guard.class, GuardedTally.class)
          .classes(BadgeBean.class, CourierBean.class, ClerkBean.class);
    }
  },

  /** The basket, and beans that say how long their calls wait for one another. */
  TURNSTILE {
    @Override
    EmbeddedBusinessNode.Builder addTo(EmbeddedBusinessNode.Builder node) {
      return BASKET.addTo(node).classes(TurnstileBean.class, SideGateBean.class);
    }
  },

  /** The basket, and a bean whose callbacks may be slow. */
  DRAWBRIDGE {
    @Override
    EmbeddedBusinessNode.Builder addTo(EmbeddedBusinessNode.Builder node) {
      return BASKET.addTo(node).classes(DrawbridgeBean.class);
    }
  },

  /** The basket, and a bean with a persistence unit. */
  STORE {
    @Override
    EmbeddedBusinessNode.Builder addTo(EmbeddedBusinessNode.Builder node) {
      return BASKET
          .addTo(node)
          .classes(StoreBean.class, ExtendedStoreBean.class, StoreService.class)
          .classes(EntityManagers.class)
          .archive(archive("/store"));
    }
  };

  private static Path archive(String resource) {
    try {
      return Path.of(Application.class.getResource(resource).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  abstract EmbeddedBusinessNode.Builder addTo(EmbeddedBusinessNode.Builder node);
}
