/** Runs: finished runs of the folder, side by side: curves with one scale, and who paid what. */
import { get, part } from "./api.js";
import { brief, count, exact } from "./format.js";
import { adopt, look } from "./look.js";
import { fill, make, say, swatch } from "./dom.js";
import { Chart } from "./chart.js";

const MOST = 6; // runs beside each other

const mean = (value) => (value !== null && typeof value === "object" ? value.mean : value);

function cumulative(values) {
  let sum = 0;
  return values.map((v) => (sum += v));
}

export class Runs {
  constructor(box) {
    this.box = box;
    this.runs = [];
    this.chosen = new Set();
    this.loaded = new Map();
    this.state = make("span", { class: "soft", role: "status", "data-test": "runs-state" });
    this.items = make("ul", { class: "run-list", "data-test": "run-list" });
    this.cards = make("div", { class: "run-cards", "data-test": "run-cards" });
    this.table = make("section", { class: "panel compare", "aria-label": "Who paid what", hidden: true });
    this.hint = make("div", { class: "panel empty", "data-test": "runs-hint" });
    const again = make("button", { type: "button", text: "Look again", onclick: () => this.list() });
    fill(
      box,
      make(
        "div",
        { class: "runs-stage" },
        make("section", { class: "panel", "aria-label": "Finished runs" }, make("header", { class: "panel-head" }, make("h2", { text: "Finished runs" }), make("span", { class: "spread" }), again), this.state, this.items),
        make("div", {}, this.hint, this.cards, this.table),
      ),
    );
  }

  enter() {
    this.list();
  }

  async list() {
    say(this.state, "Looking …");
    try {
      this.runs = await get("/api/runs");
    } catch (failure) {
      say(this.state, failure.message);
      return;
    }
    say(this.state, "");
    for (const key of this.chosen) if (!this.runs.some((r) => r.key === key)) this.chosen.delete(key);
    fill(
      this.items,
      ...this.runs.map((run) =>
        make(
          "li",
          {},
          make(
            "label",
            {},
            make("input", { type: "checkbox", checked: this.chosen.has(run.key), "data-run": run.key, onchange: (event) => this.choose(run.key, event.target.checked) }),
            make("b", { text: run.key }),
            make("span", { class: "soft", text: `${run.name === run.key ? "" : `${run.name} · `}seed ${run.seed} · ${count(run.agents, "agent")} · ${count(run.horizon, "round")}` }),
          ),
        ),
      ),
    );
    await this.show();
  }

  async choose(key, isChosen) {
    if (isChosen) this.chosen.add(key);
    else this.chosen.delete(key);
    await this.show();
  }

  async show() {
    const keys = this.runs.map((r) => r.key).filter((key) => this.chosen.has(key)).slice(0, MOST);
    const words =
      this.runs.length === 0
        ? "There are no finished runs yet: ./acord run writes one."
        : keys.length === 0
          ? "Choose a run on the left, or two and more to compare them."
          : this.chosen.size > MOST
            ? `The first ${MOST} of those chosen are shown.`
            : "";
    this.hint.hidden = words === "";
    say(this.hint, words);
    this.cards.setAttribute("aria-busy", "true");
    const all = [];
    for (const key of keys) {
      try {
        const run = this.runs.find((r) => r.key === key);
        const version = `${key} ${run?.when}`; // a run that is played again has another time
        if (!this.loaded.has(version)) this.loaded.set(version, await get(`/api/runs/${part(key)}`));
        all.push({ key, run, ...this.loaded.get(version) });
      } catch (failure) {
        all.push({ key, run: this.runs.find((r) => r.key === key), failure: failure.message });
      }
    }
    this.showCards(all);
    this.showTable(all.filter((r) => r.summary));
    this.box.dataset.shown = keys.join(" ");
    this.cards.removeAttribute("aria-busy");
  }

  showCards(all) {
    const figures = [];
    adopt([...new Set(all.flatMap((r) => (r.summary?.algorithms ?? []).map((a) => a.name)))]);
    fill(
      this.cards,
      ...all.map((r) => {
        const figure = make("figure", { class: "chart" }, make("figcaption", {}, make("b", { text: "Cumulative cost" })), make("canvas", {}));
        figures.push([figure, r]);
        return make(
          "section",
          { class: "panel run-card", "aria-label": r.key, "data-run-card": r.key },
          make("header", { class: "panel-head" }, make("h2", { text: r.key, title: r.key }), make("span", { class: "where" }, r.run?.hasReport ? make("a", { href: `/api/runs/${part(r.key)}/report`, target: "_blank", rel: "noopener", text: "report" }) : "")),
          r.failure ? make("p", { class: "empty", text: r.failure }) : figure,
        );
      }),
    );
    // One scale for all, or a comparison by eye would mislead.
    const highest = Math.max(0, ...all.flatMap((r) => (r.curves?.algorithms ?? []).map((a) => cumulative(a.total).at(-1) ?? 0)));
    for (const [figure, r] of figures) {
      if (r.failure) continue;
      const chart = new Chart(figure, { zero: true });
      const curves = r.curves;
      if (!curves) {
        chart.set({ empty: "this run kept no curves" });
        continue;
      }
      const series = curves.algorithms.map((a) => ({ name: a.name, ...look(a.name), x: curves.rounds, y: cumulative(a.total) }));
      if (curves.opt && !curves.algorithms.some((a) => a.name === "opt")) series.push({ name: "opt", ...look("opt"), x: curves.rounds, y: cumulative(curves.opt.total) });
      chart.set({ series, lines: highest > 0 ? [{ y: highest, name: "", variable: "--panel" }] : [], from: 1, to: curves.rounds.at(-1) });
    }
  }

  /** The keys in which runs differ, with their values; none if they can be compared. */
  static differences(all) {
    const keys = [...new Set(all.flatMap((r) => Object.keys(r.settings ?? {})))];
    return keys
      .map((key) => [key, [...new Set(all.map((r) => r.settings?.[key] ?? "–"))]])
      .filter(([, values]) => values.length > 1);
  }

  showTable(all) {
    this.table.hidden = all.length === 0;
    if (all.length === 0) return;
    const names = [...new Set(all.flatMap((r) => r.summary.algorithms.map((a) => a.name)))];
    const of = (r, name) => r.summary.algorithms.find((a) => a.name === name);
    const differences = Runs.differences(all);
    const unknown = all.some((r) => !r.settings);
    const isComparable = all.length > 1 && differences.length === 0 && !unknown;
    const short = (value) => (value.length > 40 ? `${value.slice(0, 39)}…` : value);
    const warning =
      all.length < 2 || isComparable
        ? ""
        : unknown
          ? "One of these runs does not say what was played, so nothing is marked as better."
          : `These runs are of different problems (${differences.map(([key, values]) => `${key}: ${values.map(short).join(" or ")}`).join("; ")}). What they paid cannot be compared, so nothing is marked as better.`;
    const cell = (value, isBest) =>
      make("td", { text: brief(value), title: exact(value), class: isBest ? "better" : "", "data-value": value === null || value === undefined ? "" : String(value) });
    const columns = [
      ["total", (a) => mean(a.total)],
      ["ratio", (a) => (a.ratioToOpt ? a.ratioToOpt.mean : null)],
      ["certificate", (a) => a.certificate ?? null],
    ];
    const head = make("tr", {}, make("th", { scope: "col", rowspan: 2, text: "Policy" }), ...all.map((r) => make("th", { scope: "colgroup", colspan: columns.length, text: r.key })));
    const under = make("tr", {}, ...all.flatMap(() => columns.map(([text]) => make("th", { scope: "col", text }))));
    const rows = names.map((name) => {
      const cells = all.map((r) => columns.map(([, read]) => (of(r, name) ? (read(of(r, name)) ?? null) : null)));
      const best = columns.map((_, c) => Math.min(...cells.map((v) => v[c]).filter((v) => v !== null)));
      return make(
        "tr",
        { "data-policy": name },
        make("th", { scope: "row" }, make("span", { class: "who" }, swatch(look(name)), name)),
        ...cells.flatMap((values) => values.map((v, c) => cell(v, isComparable && v !== null && v === best[c] && cells.some((o) => o[c] !== v)))),
      );
    });
    fill(this.table, make("h2", { text: all.length > 1 ? "Side by side" : "Who paid what" }), warning === "" ? null : make("p", { class: "warning", "data-test": "incomparable", text: warning }), make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Comparison" }, make("table", { "data-test": "comparison" }, make("thead", {}, head, under), make("tbody", {}, ...rows))));
  }
}
