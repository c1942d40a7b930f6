package org.g2cl.cmi.client;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;

/** Result whose class makes something else of a failure to read it. */
final class Opinionated implements Serializable {
  private static final long serialVersionUID = 1L;

  /** What the class does when it cannot be read. */
  enum Opinion {
    THROWS_EXCEPTION,
    THROWS_ERROR,
    KNOWS_NO_CLASS,
    GUESSES
  }

  private final Opinion opinion;
  private transient String text;

  Opinionated(Opinion opinion, String text) {
    this.opinion = opinion;
    this.text = text;
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    out.defaultWriteObject();
    out.writeUTF(text);
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    try {
      text = in.readUTF();
    } catch (IOException e) {
      text = guess(e);
    }
  }

  private String guess(IOException cause) throws ClassNotFoundException {
    return switch (opinion) {
      case THROWS_EXCEPTION -> throw new IllegalStateException(cause);
      case THROWS_ERROR -> throw new AssertionError(cause);
      case KNOWS_NO_CLASS -> throw new ClassNotFoundException("text", cause);
      case GUESSES -> "guessed";
    };
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Opinionated result
        && result.opinion == opinion
        && result.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return opinion + " " + text;
  }
}
