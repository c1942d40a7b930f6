package org.g2cl.cmi.jonas;

import java.lang.reflect.Constructor;
import java.lang.reflect.Proxy;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceRegistration;

/**
 * Services of a JOnAS server that service {@code ha} waits for, of the bundle that has their
 * interfaces: classes without what nobody asks of them.
 */
final class ServersServices {
  private static final String CMI = "org.ow2.jonas.cmi.CmiService";
  private static final String TRANSACTIONS = "org.ow2.jonas.tm.TransactionService";
  private static final String MANAGER = "org.ow2.jonas.tm.TransactionManager";

  private final Bundle bundle;
  private final AtomicInteger asked = new AtomicInteger();

  ServersServices(Bundle bundle) {
    this.bundle = bundle;
  }

  /** How often the transaction manager was asked for something. */
  int transactionsAsked() {
    return asked.get();
  }

  ServiceRegistration<?> registerCmi() throws Exception {
    return register(CMI, implementation(CMI, null));
  }

  ServiceRegistration<?> registerTransactions() throws Exception {
    Class<?> type = implementation(TRANSACTIONS, MANAGER);
    Class<?> manager = bundle.loadClass(MANAGER);
    type.getField("answer")
        .set(
            null,
            Proxy.newProxyInstance(
                manager.getClassLoader(),
                new Class<?>[] {manager},
                (self, method, arguments) -> {
                  asked.incrementAndGet();
                  return null;
                }));
    return register(TRANSACTIONS, type);
  }

  private ServiceRegistration<?> register(String name, Class<?> type) throws Exception {
    return bundle
        .getBundleContext()
        .registerService(name, type.getDeclaredConstructor().newInstance(), null);
  }

  /** Says, as the container does, that a bean was called. */
  void callABeanOf(Object manager) throws Exception {
    Class<?> session = bundle.loadClass("org.ow2.cmi.ha.SessionId");
    Class<?> request = bundle.loadClass("org.ow2.cmi.ha.RequestId");
    Constructor<?> sessions = session.getConstructor(UUID.class, long.class);
    Object id = sessions.newInstance(UUID.randomUUID(), 1L);
    manager
        .getClass()
        .getMethod(
            "addModifiedBean",
            request,
            session,
            bundle.loadClass("org.ow2.cmi.ha.StatefulBeanReference"))
        .invoke(manager, request.getConstructor(session, int.class).newInstance(id, 0), id, null);
  }

  /** A class with that interface, of which it has getTransactionManager when it has an answer. */
  private Class<?> implementation(String type, String answer) {
    String name = "server/" + type.substring(type.lastIndexOf('.') + 1);
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(
        Opcodes.V1_5,
        Opcodes.ACC_PUBLIC,
        name,
        null,
        "java/lang/Object",
        new String[] {type.replace('.', '/')});
    MethodVisitor made = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
    made.visitVarInsn(Opcodes.ALOAD, 0);
    made.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    made.visitInsn(Opcodes.RETURN);
    made.visitMaxs(0, 0);
    if (answer != null) {
      String given = "L" + answer.replace('.', '/') + ";";
      writer
          .visitField(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "answer", given, null, null)
          .visitEnd();
      MethodVisitor code =
          writer.visitMethod(Opcodes.ACC_PUBLIC, "getTransactionManager", "()" + given, null, null);
      code.visitFieldInsn(Opcodes.GETSTATIC, name, "answer", given);
      code.visitInsn(Opcodes.ARETURN);
      code.visitMaxs(0, 0);
    }
    writer.visitEnd();
    return new Loader(bundle).define(name.replace('/', '.'), writer.toByteArray());
  }

  /** Sees what the bundle sees. */
  private static final class Loader extends ClassLoader {
    private final Bundle bundle;

    Loader(Bundle bundle) {
      super(ClassLoader.getPlatformClassLoader());
      this.bundle = bundle;
    }

    Class<?> define(String name, byte[] code) {
      return defineClass(name, code, 0, code.length);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      return bundle.loadClass(name);
    }
  }
}
