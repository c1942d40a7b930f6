package org.g2cl.simulate;

final class SimulationMain {
  public static void main(String[] a) {
    long from = Long.parseLong(a[0]), n = Long.parseLong(a[1]);
    boolean show = a.length > 2;
    long t = System.nanoTime(); int bad = 0; long acks = 0, lost = 0, unans = 0, ev = 0;
    for (long s = from; s < from + n; s++) {
      Result r = Simulation.run(s, Plan.standard());
      acks += r.acknowledged(); lost += r.lost(); unans += r.unanswered(); ev += r.events();
      if (!r.violations().isEmpty()) { bad++; System.out.println(s + " " + r.violations().size() + " " + r.violations().get(0)); }
      if (show) r.history().forEach(System.out::println);
    }
    System.out.printf("%d seeds, %d bad, %.2f s each, acks %d, unanswered %d, lost %d, events %d%n", n, bad, (System.nanoTime()-t)/1e9/n, acks/n, unans/n, lost/n, ev/n);
  }
}
