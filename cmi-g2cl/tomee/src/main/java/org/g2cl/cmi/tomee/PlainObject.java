package org.g2cl.cmi.tomee;

import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Stand-in, while a state travels, for a bean or interceptor that does not declare that it is
 * serializable: for each class its name, and its fields by name. A field that only the writer or
 * only the reader has is passed over, so that versions of a class understand each other.
 */
final class PlainObject implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final ClassValue<Map<String, Field>> FIELDS =
      new ClassValue<>() {
        @Override
        protected Map<String, Field> computeValue(Class<?> type) {
          var fields = new HashMap<String, Field>();
          for (Field field : type.getDeclaredFields()) {
            if ((field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0) {
              field.setAccessible(true);
              fields.put(field.getName(), field);
            }
          }
          return fields;
        }
      };

  private static final ClassValue<Constructor<?>> MAKERS =
      new ClassValue<>() {
        @Override
        protected Constructor<?> computeValue(Class<?> type) {
          return maker(type);
        }
      };

  private transient Object object;

  PlainObject(Object object) {
    this.object = object;
  }

  private static List<Class<?>> classes(Class<?> type) {
    var classes = new ArrayList<Class<?>>();
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      classes.add(c);
    }
    return classes;
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    if (!(out instanceof StateOutput state)) {
      throw new NotSerializableException("a state is written by its own stream only");
    }
    state.check(object.getClass());
    List<Class<?>> classes = classes(object.getClass());
    out.writeByte(classes.size());
    for (Class<?> type : classes) {
      Map<String, Field> fields = FIELDS.get(type);
      out.writeUTF(type.getName());
      out.writeShort(fields.size());
      for (Map.Entry<String, Field> field : fields.entrySet()) {
        out.writeUTF(field.getKey());
        out.writeObject(get(field.getValue()));
      }
    }
  }

  private Object get(Field field) throws NotSerializableException {
    try {
      return field.get(object);
    } catch (IllegalAccessException e) {
      throw new NotSerializableException(field + ": " + e.getMessage());
    }
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    if (!(in instanceof StateInput state)) {
      throw new NotSerializableException("a state is read by its own stream only");
    }
    for (int left = in.readUnsignedByte(); left > 0; left--) {
      String name = in.readUTF();
      if (object == null) {
        object = make(state.application(name));
      }
      readFields(in, name);
    }
  }

  private void readFields(ObjectInputStream in, String className)
      throws IOException, ClassNotFoundException {
    Map<String, Field> fields = Map.of();
    for (Class<?> type : classes(object.getClass())) {
      if (type.getName().equals(className)) {
        fields = FIELDS.get(type);
      }
    }
    for (int left = in.readUnsignedShort(); left > 0; left--) {
      Field field = fields.get(in.readUTF());
      Object value = in.readObject();
      if (field != null) {
        set(field, value);
      }
    }
  }

  private void set(Field field, Object value) throws IOException {
    try {
      field.set(object, value);
    } catch (IllegalAccessException | IllegalArgumentException e) {
      throw new IOException("field " + field + " cannot take what the state has: " + e, e);
    }
  }

  private static Object make(Class<?> type) throws IOException {
    try {
      return MAKERS.get(type).newInstance();
    } catch (ReflectiveOperationException | IllegalStateException e) {
      throw new IOException("no object of class " + type.getName() + " can be made", e);
    }
  }

  /**
   * Constructor that runs none of the class's own code, as deserialization has it. By reflection,
   * since the compiler warns of each use of {@code sun.reflect}; checked with JDK 17.
   */
  private static Constructor<?> maker(Class<?> type) {
    try {
      Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
      return (Constructor<?>)
          factory
              .getMethod("newConstructorForSerialization", Class.class, Constructor.class)
              .invoke(
                  factory.getMethod("getReflectionFactory").invoke(null),
                  type,
                  Object.class.getDeclaredConstructor());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private Object readResolve() {
    return object;
  }
}
