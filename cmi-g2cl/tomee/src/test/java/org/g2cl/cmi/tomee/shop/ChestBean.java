package org.g2cl.cmi.tomee.shop;

import jakarta.ejb.Stateful;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

@Stateful(name = "Chest")
public class ChestBean implements Chest, Serializable {
  private static final long serialVersionUID = 1L;

  private byte[] bytes = {};
  private String text = "";
  private Ring first;
  private List<Object> nested = new ArrayList<>();
  private Map<Integer, Integer> map = new HashMap<>();
  private List<Integer> list = new ArrayList<>();
  private int given;

  /** Element of a list that is linked by fields. */
  private static final class Ring implements Serializable {
    private static final long serialVersionUID = 1L;

    private final Ring next;

    Ring(Ring next) {
      this.next = next;
    }
  }

  @Override
  public void holdBytes(int count) {
    bytes = new byte[count];
  }

  @Override
  public int bytes() {
    return bytes.length;
  }

  @Override
  public void holdText(int characters) {
    text = "\u20ac" + "x".repeat(characters);
  }

  @Override
  public int characters() {
    return text.length();
  }

  @Override
  public void holdChain(int links) {
    first = null;
    for (int i = 0; i < links; i++) {
      first = new Ring(first);
    }
  }

  @Override
  public int links() {
    int links = 0;
    for (Ring ring = first; ring != null; ring = ring.next) {
      links++;
    }
    return links;
  }

  @Override
  public void holdNested(int levels) {
    nested = lists(levels);
  }

  @Override
  public int levels() {
    int levels = 1;
    for (List<?> at = nested; !at.isEmpty(); at = (List<?>) at.get(0)) {
      levels++;
    }
    return levels;
  }

  private static List<Object> lists(int levels) {
    List<Object> outer = new ArrayList<>();
    for (int i = 1; i < levels; i++) {
      outer = new ArrayList<>(List.of(outer));
    }
    return outer;
  }

  @Override
  public void holdMap(int entries) {
    map = new HashMap<>();
    IntStream.range(0, entries).forEach(number -> map.put(number, number));
  }

  @Override
  public int entries() {
    return map.size();
  }

  @Override
  public void holdList(int elements) {
    list = new ArrayList<>(IntStream.range(0, elements).boxed().toList());
  }

  @Override
  public int elements() {
    return list.size();
  }

  @Override
  public List<Integer> numbers(int count) {
    given++;
    return new ArrayList<>(IntStream.range(0, count).boxed().toList());
  }

  @Override
  public byte[] image(int size) {
    given++;
    return new byte[size];
  }

  @Override
  public List<?> nested(int levels) {
    given++;
    return lists(levels);
  }

  @Override
  public void complain(int characters) {
    given++;
    throw new IllegalArgumentException("x".repeat(characters));
  }

  @Override
  public int given() {
    return given;
  }
}
