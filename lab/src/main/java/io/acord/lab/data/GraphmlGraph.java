package io.acord.lab.data;

import io.acord.input.Complaints;
import io.acord.lab.options.Options;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.GraphKind;
import io.acord.lab.source.GraphSource;
import io.acord.lab.text.DecimalParser;
import io.acord.lab.text.TextSource;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * {@code graph: {kind: graphml, file: …}}: an undirected graph for all rounds. Nodes are agents by their id; edge data
 * called {@code weight} is the weight.
 */
public final class GraphmlGraph extends GraphKind {

    public GraphmlGraph() {
        super("graphml", "undirected edges of a GraphML file, with weights if it has some", "file: graph.graphml");
    }

    @Override
    public GraphSource create(Options options, DeclaredSize declared) {
        Optional<DataFile> file = DataFile.of(options, declared);
        EdgeLines edges =
                new EdgeLines(file.map(DataFile::name).orElse(""), options.complaints(), declared).tolerating(options);
        file.ifPresent(found -> new Reading(found, edges).read());
        return edges.source();
    }

    /** One pass through a file. */
    private static final class Reading {
        private final DataFile file;
        private final Complaints complaints;
        private final EdgeLines edges;

        private @Nullable String weightKey;
        private double usualWeight = 1;
        private int graphs;
        private boolean inWeightKey;
        private @Nullable String source; // of the edge that is being read
        private @Nullable String target;
        private int edgeLine;
        private String edgePlace = "";
        private double weight;

        Reading(DataFile file, EdgeLines edges) {
            this.file = file;
            this.complaints = file.complaints();
            this.edges = edges;
        }

        void read() {
            XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
            // A data file shall not make us open others, nor grow beyond what it is.
            factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
            factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
            factory.setProperty(XMLInputFactory.IS_COALESCING, true);
            try (Reader in = text()) {
                XMLStreamReader xml = factory.createXMLStreamReader(in);
                while (xml.hasNext() && step(xml, xml.next())) {
                    // on to the next event
                }
                if (graphs == 0 && complaints.isEmpty()) {
                    complaints.add(file.name(), "has no graph", "GraphML with a graph", "export the graph as GraphML");
                }
            } catch (XMLStreamException wrong) {
                Location location = wrong.getLocation();
                boolean foreign = wrong.getNestedException() instanceof CharacterCodingException;
                malformed(
                        location == null ? file.name() : place(location),
                        foreign ? "it is not UTF-8" : wrong.getMessage());
            } catch (TextSource.NoText other) {
                complaints.add(
                        file.name(), other.found(), "a GraphML file, or one packed by gzip or zstd", other.fix());
            } catch (IOException broken) {
                malformed(file.name(), broken.getMessage());
            } catch (RuntimeException wrong) {
                // The JDK's parser answers some broken files this way.
                malformed(file.name(), wrong.getMessage());
            }
        }

        /** Decoded here: the JDK's parser prints to the terminal what it cannot decode, and forgets where. */
        private Reader text() throws IOException {
            BufferedInputStream in = new BufferedInputStream(TextSource.open(file.path()));
            in.mark(3);
            if (in.read() != 0xEF || in.read() != 0xBB || in.read() != 0xBF) {
                in.reset();
            }
            return new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder());
        }

        private void malformed(String where, @Nullable String problem) {
            String message = problem == null ? "unreadable" : problem.replaceFirst("(?s).*Message: ", "");
            complaints.add(
                    where,
                    "is no XML: " + message.replaceAll("\\s+", " "),
                    "a GraphML file",
                    "export the graph anew, as GraphML");
        }

        private String place(Location location) {
            return file.name() + ":" + location.getLineNumber() + ":" + location.getColumnNumber();
        }

        /** The parser knows columns where a tag ends only, so elements are located by line. */
        private String place(XMLStreamReader xml) {
            return file.name() + ":" + xml.getLocation().getLineNumber();
        }

        private boolean step(XMLStreamReader xml, int event) throws XMLStreamException {
            if (event == XMLStreamConstants.DTD || event == XMLStreamConstants.ENTITY_REFERENCE) {
                complaints.add(
                        place(xml),
                        "declares or uses entities",
                        "GraphML without a DOCTYPE, because it could name other files",
                        "drop the DOCTYPE");
                return false;
            }
            if (event == XMLStreamConstants.START_ELEMENT) {
                return start(xml);
            }
            if (event == XMLStreamConstants.END_ELEMENT) {
                end(xml.getLocalName());
            }
            return true;
        }

        private boolean start(XMLStreamReader xml) throws XMLStreamException {
            switch (xml.getLocalName()) {
                case "graph" -> {
                    if (++graphs == 2) {
                        complaints.add(place(xml), "starts a second graph", "one graph", "drop the others");
                        return false;
                    }
                    if (!"undirected".equals(xml.getAttributeValue(null, "edgedefault"))) {
                        directed(xml, "edgedefault");
                    }
                }
                case "key" -> {
                    String of = xml.getAttributeValue(null, "for");
                    inWeightKey = "weight".equals(xml.getAttributeValue(null, "attr.name"))
                            && ("edge".equals(of) || "all".equals(of));
                    if (inWeightKey) {
                        weightKey = xml.getAttributeValue(null, "id");
                    }
                }
                case "default" -> {
                    if (inWeightKey) {
                        usualWeight = number(xml);
                    }
                }
                case "edge" -> {
                    if ("true".equals(xml.getAttributeValue(null, "directed"))) {
                        directed(xml, "edge");
                    }
                    source = xml.getAttributeValue(null, "source");
                    target = xml.getAttributeValue(null, "target");
                    edgeLine = xml.getLocation().getLineNumber();
                    edgePlace = place(xml);
                    weight = usualWeight;
                }
                case "data" -> {
                    String key = xml.getAttributeValue(null, "key");
                    if (source != null && key != null && key.equals(weightKey)) {
                        weight = number(xml);
                    }
                }
                case "hyperedge" ->
                    complaints.add(
                            place(xml),
                            "is a hyperedge",
                            "edges between two agents",
                            "write one edge for every two of them");
                default -> {} // nodes, drawings and descriptions
            }
            return true;
        }

        private void end(String element) {
            if (element.equals("key")) {
                inWeightKey = false;
            }
            if (!element.equals("edge")) {
                return;
            }
            String i = source;
            String j = target;
            if (i == null || j == null || i.isEmpty() || j.isEmpty()) {
                complaints.add(edgePlace + ": edge", "has not both a source and a target", "two agents", "name them");
            } else if (!Double.isNaN(weight)) {
                edges.add(edgeLine, edgePlace, 0, i, j, weight);
            }
            source = null;
            target = null;
        }

        private void directed(XMLStreamReader xml, String what) {
            complaints.add(
                    place(xml) + ": " + what,
                    "is not undirected",
                    "an undirected graph, because differing costs both ends",
                    "export the graph with edgedefault=\"undirected\"");
        }

        /** The number that an element holds; NaN if it holds none, which is complained about. */
        private double number(XMLStreamReader xml) throws XMLStreamException {
            String where = place(xml);
            String text = xml.getElementText().strip();
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            double number = DecimalParser.parse(bytes, 0, bytes.length);
            if (!Double.isFinite(number)) {
                complaints.add(
                        where + ": weight",
                        "is \"" + (text.length() > 60 ? text.substring(0, 60) + "…" : text) + "\"",
                        "a finite number",
                        "write a number such as 0.5");
                return Double.NaN;
            }
            return number;
        }
    }
}
