package org.g2cl.cmi.jonas;

import com.sun.source.util.JavacTask;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import javax.tools.ToolProvider;

/** What Java 8 has, as the compiler of a later one knows it. */
final class Java8Api {
  private final Elements elements;
  private final Types types;

  Java8Api() {
    JavacTask task =
        (JavacTask)
            ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, null, List.of("--release", "8"), null, List.of());
    elements = task.getElements();
    types = task.getTypes();
  }

  /** Type of that name, with slashes, or null. */
  private TypeElement type(String name) {
    return elements.getTypeElement(name.replace('/', '.').replace('$', '.'));
  }

  boolean has(String type) {
    return type(type) != null;
  }

  /** By name, parameters and result: the JVM looks for all of them. */
  boolean has(String owner, String method, String descriptor) {
    TypeElement type = type(owner);
    List<Element> members = new ArrayList<>(elements.getAllMembers(type));
    members.addAll(elements.getAllMembers(elements.getTypeElement("java.lang.Object")));
    boolean signaturePolymorphic = owner.equals("java/lang/invoke/MethodHandle");
    return signaturePolymorphic
        || members.stream()
            .anyMatch(
                member ->
                    member instanceof ExecutableElement executable
                        && executable.getSimpleName().contentEquals(method)
                        && descriptor(executable).equals(descriptor));
  }

  private String descriptor(ExecutableElement method) {
    StringBuilder text = new StringBuilder("(");
    method.getParameters().forEach(parameter -> text.append(descriptor(parameter.asType())));
    return text.append(')').append(descriptor(method.getReturnType())).toString();
  }

  private String descriptor(TypeMirror declared) {
    TypeMirror type = types.erasure(declared);
    if (type instanceof ArrayType array) {
      return "[" + descriptor(array.getComponentType());
    }
    if (type instanceof DeclaredType of && of.asElement() instanceof TypeElement element) {
      return "L" + elements.getBinaryName(element).toString().replace('.', '/') + ";";
    }
    return switch (type.getKind()) {
      case BOOLEAN -> "Z";
      case BYTE -> "B";
      case CHAR -> "C";
      case DOUBLE -> "D";
      case FLOAT -> "F";
      case INT -> "I";
      case LONG -> "J";
      case SHORT -> "S";
      case VOID -> "V";
      default -> throw new IllegalArgumentException(type.toString());
    };
  }
}
