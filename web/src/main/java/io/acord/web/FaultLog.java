package io.acord.web;

import java.io.PrintWriter;

/** Where faults of our own are told. Safe for many threads. */
record FaultLog(PrintWriter writer) {

    void tell(String request, Throwable fault) {
        synchronized (writer) {
            writer.println("acord: " + request + " failed");
            fault.printStackTrace(writer);
            writer.flush();
        }
    }
}
