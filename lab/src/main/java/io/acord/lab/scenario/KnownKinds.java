package io.acord.lab.scenario;

import io.acord.input.Complaints;
import io.acord.lab.options.ScenarioKind;
import io.acord.lab.policy.PolicyKind;
import io.acord.lab.source.CostKind;
import io.acord.lab.source.ForecastKind;
import io.acord.lab.source.GraphKind;
import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The kinds of costs, graphs, forecasts and policies by their keys: those of the class path and of {@link Plugins}. */
public record KnownKinds(
        Map<String, CostKind> costs,
        Map<String, GraphKind> graphs,
        Map<String, ForecastKind> forecasts,
        Map<String, PolicyKind> policies) {

    private static @Nullable KnownKinds known;

    /** Those of this process, looked for once. */
    public static synchronized KnownKinds get() {
        KnownKinds kinds = known;
        if (kinds == null) {
            Complaints complaints = new Complaints();
            kinds = found(usualLoader(), "the class path", complaints);
            complaints.throwIfAny();
            known = kinds;
        }
        return kinds;
    }

    /** The thread's where that knows us, as an executor of Spark has the jars of its job there; otherwise our own. */
    private static ClassLoader usualLoader() {
        try {
            ClassLoader threads = Thread.currentThread().getContextClassLoader();
            if (threads != null && threads.loadClass(KnownKinds.class.getName()) == KnownKinds.class) {
                return threads;
            }
        } catch (ClassNotFoundException strange) {
            // it is another program's
        }
        return KnownKinds.class.getClassLoader();
    }

    /** From now on these; null: those of the class path, when they are asked for. */
    static synchronized void set(@Nullable KnownKinds kinds) {
        known = kinds;
    }

    /** Those that a loader finds; what is wrong with them is complained about. */
    static KnownKinds found(ClassLoader loader, String where, Complaints complaints) {
        return new KnownKinds(
                found(CostKind.class, loader, where, complaints),
                found(GraphKind.class, loader, where, complaints),
                found(ForecastKind.class, loader, where, complaints),
                found(PolicyKind.class, loader, where, complaints));
    }

    private static <K extends ScenarioKind> Map<String, K> found(
            Class<K> type, ClassLoader loader, String where, Complaints complaints) {
        Map<String, K> kinds = new TreeMap<>();
        Iterator<K> providers = ServiceLoader.load(type, loader).iterator();
        for (boolean more = true; more; ) {
            try {
                more = providers.hasNext();
                if (more) {
                    K kind = providers.next();
                    K first = kinds.putIfAbsent(kind.key(), kind);
                    if (first != null) {
                        complaints.add(
                                where,
                                "has two of " + type.getSimpleName() + " called " + kind.key() + ": "
                                        + first.getClass().getName() + " and "
                                        + kind.getClass().getName(),
                                "a key of its own for every kind, because scenarios name them by it",
                                "call one of them otherwise, or omit its jar");
                    }
                }
            } catch (ServiceConfigurationError | LinkageError broken) {
                Throwable cause = broken.getCause();
                complaints.add(
                        where,
                        "has a kind that cannot be loaded: " + broken.getMessage()
                                + (cause == null ? "" : " (" + cause + ")"),
                        "in META-INF/services/" + type.getName()
                                + " names of public classes that extend it and have a public constructor without arguments",
                        "correct the name or the class, and build the jar anew against this Acord");
            }
        }
        return Collections.unmodifiableMap(kinds);
    }
}
