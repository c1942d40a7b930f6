package org.g2cl.sample.cart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A hundred articles: ten things in ten colours. */
final class SampleProducts {

  private record Article(String name, long unitPriceCents) {}

  private static final List<Article> ARTICLES =
      List.of(
          new Article("Espresso cup with saucer, 80 ml", 890),
          new Article("Stoneware mug, 350 ml", 1290),
          new Article("Steel water bottle, 750 ml", 2450),
          new Article("Enamel teapot, one litre", 3990),
          new Article("Linen tea towel, 50 x 70 cm", 950),
          new Article("Beeswax candle, 40 hours", 1675),
          new Article("Notebook, dotted, 160 pages", 1420),
          new Article("Wool blanket, 130 x 180 cm", 7900),
          new Article("Folding umbrella, windproof", 2990),
          new Article("Desk lamp, adjustable arm", 5450));

  private static final List<String> COLOURS =
      List.of("white", "slate", "moss", "ochre", "brick", "navy", "plum", "sand", "mint", "black");

  private SampleProducts() {}

  static List<Product> all() {
    List<Product> products = new ArrayList<>();
    for (String colour : COLOURS) {
      for (Article article : ARTICLES) {
        String id = String.format(Locale.ROOT, "P-%03d", products.size() + 1);
        String name = article.name() + ", " + colour;
        products.add(new Product(id, name, article.unitPriceCents()));
      }
    }
    return products;
  }
}
