package io.acord.lab.report;

/** What the sections of the page are put together from. Scratch; one thread. */
record PageParts(Markup out) {

    /** Points of a curve; more would not be seen. */
    static final int MOST_POINTS = 240;

    void section(String id, String title, String words) {
        out.open("section", "id", id).leaf("h2", title);
        if (!words.isEmpty()) {
            out.leaf("p.lead", words);
        }
    }

    void data(String id, String json) {
        out.raw("<script type=\"application/json\" id=\"" + id + "\">" + json + "</script>\n");
    }

    private void radio(String group, String id, String label, boolean checked) {
        out.open("label", "for", id);
        if (checked) {
            out.empty("input", "type", "radio", "name", group, "id", id, "checked", "checked");
        } else {
            out.empty("input", "type", "radio", "name", group, "id", id);
        }
        out.leaf("span", label).close();
    }

    void radios(String legend, String group, String... idsAndLabels) {
        out.open("fieldset").leaf("legend", legend);
        for (int n = 0; n < idsAndLabels.length; n += 2) {
            radio(group, idsAndLabels[n], idsAndLabels[n + 1], n == 0);
        }
        out.closeLine();
    }

    void nothing(String why) {
        out.leaf("p.empty", why);
    }

    void item(String name, String value) {
        out.open("div").leaf("dt", name).leaf("dd", value).closeLine();
    }
}
