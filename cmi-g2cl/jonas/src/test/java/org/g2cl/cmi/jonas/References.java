package org.g2cl.cmi.jonas;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** What classes of the bundle refer to, and is not there. */
final class References {
  /** XML, which the JDK brings, and a compression that is there for those who add its jar. */
  private static final List<String> ELSEWHERE =
      List.of("org/w3c/dom/", "org/xml/sax/", "net/jpountz/lz4/");

  private final Set<String> there;
  private final Java8Api java8;
  private final Set<String> missing = new TreeSet<>();

  /**
   * Looks at no class yet.
   *
   * @param there classes of the bundle, by name with slashes
   */
  References(Set<String> there, Java8Api java8) {
    this.there = there;
    this.java8 = java8;
  }

  Set<String> missing() {
    return missing;
  }

  void of(String name, byte[] bytes) {
    new ClassReader(bytes).accept(new Visitor(name), ClassReader.SKIP_DEBUG);
  }

  private void check(String from, String owner, String method, String descriptor) {
    String type =
        owner.startsWith("[") ? Type.getType(owner).getElementType().getInternalName() : owner;
    if (owner.startsWith("[")
        || there.contains(type)
        || ELSEWHERE.stream().anyMatch(type::startsWith)) {
      return;
    }
    boolean ofJdk = type.startsWith("java/") || type.startsWith("javax/");
    if (!ofJdk || !java8.has(type)) {
      if (!isOfServer(type)) {
        missing.add(from + " -> class " + type);
      }
    } else if (method != null && !java8.has(type, method, descriptor)) {
      missing.add(from + " -> " + type + "." + method + descriptor);
    }
  }

  /** Whether JOnAS or CMI bring a class: those that we compile against. */
  private static boolean isOfServer(String type) {
    try {
      Class.forName(type.replace('/', '.'), false, References.class.getClassLoader());
      return type.startsWith("org/ow2/") || type.startsWith("javax/");
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  /** Goes through a class. */
  private final class Visitor extends ClassVisitor {
    private final String from;

    Visitor(String from) {
      super(Opcodes.ASM9);
      this.from = from;
    }

    @Override
    public void visit(
        int version, int access, String name, String signature, String above, String[] interfaces) {
      check(from, above, null, null);
      for (String type : interfaces) {
        check(from, type, null, null);
      }
    }

    @Override
    public FieldVisitor visitField(
        int access, String name, String descriptor, String signature, Object value) {
      checkType(Type.getType(descriptor));
      return null;
    }

    private void checkType(Type type) {
      Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
      if (element.getSort() == Type.OBJECT) {
        check(from, element.getInternalName(), null, null);
      }
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      checkType(Type.getReturnType(descriptor));
      for (Type parameter : Type.getArgumentTypes(descriptor)) {
        checkType(parameter);
      }
      return new Code(from);
    }
  }

  /** Goes through a method. */
  private final class Code extends MethodVisitor {
    private final String from;

    Code(String from) {
      super(Opcodes.ASM9);
      this.from = from;
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String called, String type, boolean isInterface) {
      check(from, owner, called, type);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String field, String type) {
      check(from, owner, null, null);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      check(from, Type.getObjectType(type).getInternalName(), null, null);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String called, String type, Handle bootstrap, Object... arguments) {
      check(from, bootstrap.getOwner(), bootstrap.getName(), bootstrap.getDesc());
      for (Object argument : arguments) {
        if (argument instanceof Handle handle) {
          check(from, handle.getOwner(), handle.getName(), handle.getDesc());
        }
      }
    }
  }
}
