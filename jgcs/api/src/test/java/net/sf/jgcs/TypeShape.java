package net.sf.jgcs;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What others compile against of a type, as lines of {@code shape-0.8.txt}. */
final class TypeShape {
  private final Class<?> type;

  TypeShape(Class<?> type) {
    this.type = type;
  }

  /** Kind, type variables with bounds, and what it extends and implements. */
  String head() {
    String kind = type.isInterface() ? "interface" : type.isEnum() ? "enum" : "class";
    String mark = !type.isInterface() && isAbstract(type.getModifiers()) ? "~" : "";
    String name = type.getName().substring("net.sf.jgcs.".length());
    List<Type> parents = parents();
    return mark
        + kind
        + " "
        + name
        + variables()
        + (parents.isEmpty() ? "" : names(parents.toArray(Type[]::new), " : ", ""));
  }

  private String variables() {
    return type.getTypeParameters().length == 0
        ? ""
        : Stream.of(type.getTypeParameters())
            .map(variable -> variable.getName() + ": " + name(variable.getBounds()[0]))
            .collect(Collectors.joining(", ", "<", ">"));
  }

  private List<Type> parents() {
    List<Type> parents = new ArrayList<>();
    Class<?> above = type.getSuperclass();
    if (above != null && above != Object.class && !type.isEnum()) {
      parents.add(type.getGenericSuperclass());
    }
    parents.addAll(List.of(type.getGenericInterfaces()));
    return parents;
  }

  /** Public and protected members that it declares itself. */
  Set<String> members() {
    Set<String> members = new TreeSet<>();
    for (Field field : type.getDeclaredFields()) {
      add(members, field, field.getName() + " " + name(field.getGenericType()));
    }
    for (Constructor<?> made : type.getDeclaredConstructors()) {
      add(members, made, "new" + names(made.getGenericParameterTypes(), "(", ")"));
    }
    for (Method method : type.getDeclaredMethods()) {
      if (!method.isSynthetic()) {
        add(members, method, signature(method));
      }
    }
    return members;
  }

  /** Methods that who implements or extends it has to write. */
  Set<String> demands() {
    Set<String> demands = new TreeSet<>();
    for (Method method : type.getDeclaredMethods()) {
      if (isAbstract(method.getModifiers())) {
        add(demands, method, signature(method));
      }
    }
    return demands;
  }

  private void add(Set<String> members, Member member, String line) {
    int modifiers = member.getModifiers();
    if (Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers)) {
      String isProtected = Modifier.isProtected(modifiers) ? "!" : "";
      String isAbstract = !type.isInterface() && isAbstract(modifiers) ? "~" : "";
      String isFinal = member instanceof Method && Modifier.isFinal(modifiers) ? "=" : "";
      members.add(isProtected + isAbstract + isFinal + line);
    }
  }

  private static boolean isAbstract(int modifiers) {
    return Modifier.isAbstract(modifiers);
  }

  private String signature(Method method) {
    String parameters = names(method.getGenericParameterTypes(), "(", ")");
    String own = method.isVarArgs() ? parameters.replace("[])", "...)") : parameters;
    return Stream.concat(
            Stream.of(method.getName() + own + " " + name(method.getGenericReturnType())),
            Stream.of(method.getExceptionTypes()).map(Class::getSimpleName))
        .collect(Collectors.joining(", "));
  }

  private String names(Type[] types, String before, String after) {
    return Stream.of(types).map(this::name).collect(Collectors.joining(", ", before, after));
  }

  private String name(Type some) {
    if (some instanceof ParameterizedType generic) {
      return name(generic.getRawType()) + names(generic.getActualTypeArguments(), "<", ">");
    }
    return some instanceof Class<?> plain ? plain.getSimpleName() : some.getTypeName();
  }
}
