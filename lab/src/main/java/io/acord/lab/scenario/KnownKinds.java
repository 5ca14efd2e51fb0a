package io.acord.lab.scenario;

import io.acord.lab.policy.PolicyKind;
import io.acord.lab.source.CostKind;
import io.acord.lab.source.GraphKind;
import java.util.Collections;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.function.Function;

/** The kinds of costs, graphs and policies on the class path by their keys, looked for once. */
final class KnownKinds {

    static final Map<String, CostKind> COSTS = load(CostKind.class, CostKind::key);
    static final Map<String, GraphKind> GRAPHS = load(GraphKind.class, GraphKind::key);
    static final Map<String, PolicyKind> POLICIES = load(PolicyKind.class, PolicyKind::key);

    private KnownKinds() {}

    private static <K> Map<String, K> load(Class<K> type, Function<K, String> key) {
        Map<String, K> kinds = new TreeMap<>();
        for (K kind : ServiceLoader.load(type, KnownKinds.class.getClassLoader())) {
            kinds.putIfAbsent(key.apply(kind), kind);
        }
        return Collections.unmodifiableMap(kinds);
    }
}
