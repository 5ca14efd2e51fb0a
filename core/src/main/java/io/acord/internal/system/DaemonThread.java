package io.acord.internal.system;

import java.util.concurrent.ThreadFactory;

/** A thread that does not keep its process alive. */
public final class DaemonThread {

    private DaemonThread() {}

    /** A thread that is not started yet. */
    public static Thread of(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** For pools: all their threads have the same name. */
    public static ThreadFactory named(String name) {
        return task -> of(task, name);
    }
}
