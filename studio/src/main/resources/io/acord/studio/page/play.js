/**
 * Play: a scenario played live, round by round and iteration by iteration. The server plays; the page asks for what it shows. A changed setting plays the scenario
 * anew up to the same round and keeps the curves from before as ghosts.
 */
import { Gone, Refusal, forget, get, part, post } from "./api.js";
import { brief, bytes, complaint, count, exact, norm } from "./format.js";
import { adopt, look, ramp } from "./look.js";
import { byId, fill, make, say, swatch } from "./dom.js";
import { Chart } from "./chart.js";
import { GraphView } from "./graph.js";
import { Explanation } from "./explain.js";

const TRAIL = 10; // rounds
const CONTROLS = ["beta", "iterations", "variant", "degree", "seed"];
const WORDS = { beta: "β", iterations: "K", variant: "variant", degree: "degree", seed: "seed" };

const pause = (millis) => new Promise((done) => setTimeout(done, millis));

/** Sums from the first round on. */
function cumulative(values) {
  let sum = 0;
  return values.map((v) => (sum += v));
}

/** A number that summaries give as a mean with its interval. */
const mean = (value) => (value !== null && typeof value === "object" ? value.mean : value);

/** Groups that lie in a line, as strips of a grid do, are folded to and fro, so that they fill the picture. */
function folded(layout) {
  const ys = layout.map((p) => p[1]);
  if (layout.length < 12 || Math.max(...ys) - Math.min(...ys) > 0.02) return layout;
  const order = layout.map((_, i) => i).sort((a, b) => layout[a][0] - layout[b][0] || a - b);
  const side = Math.ceil(Math.sqrt(layout.length));
  const places = [];
  order.forEach((i, n) => {
    const row = Math.floor(n / side);
    const column = row % 2 === 0 ? n % side : side - 1 - (n % side);
    places[i] = [(column + 0.5) / side, (row + 0.5) / side];
  });
  return places;
}

export class Play {
  constructor() {
    this.view = byId("view-play");
    this.examples = [];
    this.text = "";
    this.sets = [];
    this.meta = null; // of the play that is shown
    this.preparing = null; // the id of the play that was asked for last
    this.curves = null;
    this.ghost = null; // curves of the run before the last change
    this.round = 1;
    this.k = null; // an iterate inside the round; null: the actions that were played
    this.policy = null;
    this.agent = null;
    this.component = 0;
    this.hidden = new Set();
    this.isPlaying = false;
    this.generation = 0;
    this.cache = new Map();

    this.graph = new GraphView(byId("graph"), (agent) => this.explain(agent));
    this.total = new Chart(byId("chart-total"), { zero: true, pick: (t) => this.go(t) });
    this.parts = new Chart(byId("chart-parts"), { zero: true, pick: (t) => this.go(t) });
    this.ratio = new Chart(byId("chart-ratio"), { log: true, pick: (t) => this.go(t) });
    this.gap = new Chart(byId("chart-gap"), { log: true, x: "iteration k", pick: (k) => this.go(this.round, k) });
    this.certificate = new Chart(byId("chart-certificate"), { log: true, pick: (t) => this.go(t) });
    this.explanation = new Explanation(byId("explain"), (agent) => this.explain(agent));
    this.listen();
    this.drawRamp();
  }

  /** The server is back, or the view is: what could not be shown is asked for again. */
  enter() {
    if (this.problem && this.meta) this.refresh();
  }

  listen() {
    addEventListener("pagehide", (event) => {
      if (event.persisted) return; // the page may come back as it is
      for (const id of new Set([this.meta?.id, this.preparing])) if (id) forget(`/api/plays/${part(id)}`);
    });
    byId("scenario").addEventListener("change", (event) => {
      const example = this.examples.find((e) => e.key === event.target.value);
      if (example) this.open(example.text);
    });
    byId("controls").addEventListener("submit", (event) => event.preventDefault());
    for (const name of CONTROLS) {
      byId(`set-${name}`).addEventListener("change", (event) => this.change(name, event.target.value.trim()));
    }
    byId("restart").addEventListener("click", () => this.open(this.text));
    byId("policy").addEventListener("change", (event) => this.choosePolicy(event.target.value));
    byId("component").addEventListener("change", (event) => {
      this.component = Number(event.target.value);
      this.range = null;
      this.refresh();
    });
    byId("log-total").addEventListener("change", () => this.drawCurves());
    byId("tab-curves").addEventListener("click", () => this.showSide("curves"));
    byId("tab-explain").addEventListener("click", () => this.explain(this.agent ?? 0));
    byId("first").addEventListener("click", () => this.go(1));
    byId("back").addEventListener("click", () => this.step(-1));
    byId("on").addEventListener("click", () => this.step(1));
    byId("last").addEventListener("click", () => this.go(this.meta?.horizon ?? 1));
    byId("go").addEventListener("click", () => this.toggle());
    byId("k-back").addEventListener("click", () => this.stepIteration(-1));
    byId("k-on").addEventListener("click", () => this.stepIteration(1));
    byId("round").addEventListener("input", (event) => this.go(Number(event.target.value)));
    byId("k").addEventListener("input", (event) => this.go(this.round, Number(event.target.value)));
  }

  drawRamp() {
    const g = byId("ramp").getContext("2d");
    for (let n = 0; n < 255; n++) {
      g.fillStyle = ramp(n / 254);
      g.fillRect(n, 0, 1, 1);
    }
  }

  // ---- which scenario

  async load() {
    this.tell("Loading the examples …", true);
    try {
      this.examples = await get("/api/examples");
    } catch (failure) {
      this.tell(failure.message, true, true);
      return;
    }
    this.nameScenario(null);
    if (this.examples.length > 0) await this.open(this.examples[0].text);
  }

  nameScenario(name) {
    const select = byId("scenario");
    fill(select, ...this.examples.map((e) => make("option", { value: e.key, text: e.title ?? e.key })));
    const same = this.examples.find((e) => e.text === this.text);
    if (same) select.value = same.key;
    else if (this.text !== "") {
      select.append(make("option", { value: "", text: `your own: ${name ?? "scenario"}` }));
      select.value = "";
    }
    select.title = select.selectedOptions[0]?.textContent ?? "";
  }

  /** Plays a scenario as it is written. Throws what the server refuses if {@code isStrict}. */
  async open(text, isStrict = false) {
    this.ghost = null;
    return this.begin(text, [], 1, isStrict);
  }

  /** Changes a setting, and plays up to the same round. */
  async change(name, value) {
    const path = this.meta?.paths?.[name];
    if (!path) return;
    if (value === "" || value === String(this.meta.settings[name])) {
      this.showControls();
      return;
    }
    const before = { curves: this.curves, words: `${WORDS[name]} = ${this.meta.settings[name]}`, played: this.meta.played, policy: this.policy };
    const key = path.slice(0, path.indexOf("%"));
    const sets = [...this.sets.filter((set) => !set.startsWith(key)), path.replace("%", () => value)]; // in order: a path may lead through what an earlier one made
    const wasPlaying = this.isPlaying;
    this.stop();
    try {
      await this.begin(this.text, sets, Math.max(1, this.round), true, before);
      byId(`set-${name}`).removeAttribute("aria-invalid");
      this.tellChange(name, value, before);
      if (wasPlaying) this.toggle();
    } catch (failure) {
      const first = failure.complaints?.[0];
      const said = first ? `${complaint(first)}; needed: ${first.needed}` : failure.message;
      byId(`set-${name}`).setAttribute("aria-invalid", "true");
      this.sayChange(said, true);
      this.tell("");
      this.refresh();
    }
  }

  /** Why nothing is promised of a policy; undefined if something is. */
  caveat(name) {
    return this.meta.algorithms.find((a) => a.name === name)?.caveat;
  }

  tellChange(name, value, before) {
    const policy = name === "iterations" || name === "variant" ? this.meta.settings.of : this.policy; // these two are the first acord's
    const now = this.curves?.algorithms.find((a) => a.name === policy);
    const then = before.curves?.algorithms.find((a) => a.name === policy);
    if (!now || !then) return this.sayChange(`${before.words} → ${value}`);
    const n = Math.min(now.total.length, then.total.length);
    const a = cumulative(then.total)[n - 1];
    const b = cumulative(now.total)[n - 1];
    const percent = ((b - a) / a) * 100;
    const words = Number.isFinite(percent) ? ` (${percent >= 0 ? "+" : "−"}${brief(Math.abs(percent), 3)} %)` : "";
    this.sayChange(`${before.words} → ${value}: ${policy} paid ${brief(b)} instead of ${brief(a)} in ${count(n, "round")}${words}`);
  }

  sayChange(words, isBad = false) {
    byId("change").classList.toggle("bad", isBad);
    say(byId("change"), words);
  }

  async begin(text, sets, round, isStrict, ghost = null) {
    const mine = ++this.generation;
    this.stop();
    this.tell("Preparing: drawing the costs and solving for the hindsight optimum …", this.meta === null);
    let meta;
    try {
      const made = await post("/api/plays", { text, sets });
      this.preparing = made.id;
      meta = await this.ready(made.id, mine);
    } catch (failure) {
      if (mine !== this.generation) return;
      if (isStrict) throw failure;
      this.fail(failure);
      return;
    }
    if (meta === null) return; // another was asked for meanwhile
    const old = this.meta;
    this.text = text;
    this.sets = sets;
    this.meta = meta;
    this.cache.clear();
    this.range = null;
    this.curves = null;
    this.ghost = ghost;
    this.round = Math.min(round, meta.horizon);
    this.k = null;
    if (!meta.algorithms.some((a) => a.name === this.policy)) this.policy = (meta.algorithms.find((a) => a.kind !== "opt") ?? meta.algorithms[0]).name;
    if (this.agent !== null && this.agent >= meta.agents) this.agent = 0;
    if (old) forget(`/api/plays/${part(old.id)}`);
    if (ghost === null) this.sayChange("");
    this.nameScenario(meta.name);
    this.showControls();
    this.showPolicies();
    await this.refresh();
  }

  /** Waits until a play is ready; null if nobody wants it any more. */
  async ready(id, mine) {
    for (let wait = 60; ; wait = Math.min(700, wait * 1.5)) {
      const meta = await get(`/api/plays/${part(id)}`);
      if (mine !== this.generation) {
        forget(`/api/plays/${part(id)}`);
        return null;
      }
      if (meta.state === "ready") return meta;
      if (meta.state === "failed") {
        const problem = meta.problem ?? {};
        throw new Refusal(422, typeof problem === "string" ? { detail: problem } : problem);
      }
      await pause(wait);
    }
  }

  fail(failure) {
    const first = failure.complaints?.[0];
    const words = first ? `${failure.title}: ${complaint(first)}` : failure.message;
    this.tell(words, this.meta === null, true);
  }

  tell(words, isBig = false, isBad = false) {
    const state = byId("play-state");
    state.className = `state${isBig ? " big" : ""}${isBad ? " bad" : ""}`;
    say(state, words);
  }

  showControls() {
    const settings = this.meta.settings ?? {};
    for (const name of CONTROLS) {
      const input = byId(`set-${name}`);
      const value = settings[name];
      const has = Boolean(this.meta.paths?.[name]);
      if (name === "variant") {
        fill(input, ...(has ? settings.variants ?? [] : []).map((v) => make("option", { value: v, text: v })));
      }
      input.disabled = !has;
      input.value = has && value !== null && value !== undefined ? String(value) : "";
      const whose = name === "iterations" || name === "variant" ? `of ${settings.of}` : "";
      input.title = has ? whose : "This scenario has no such setting";
      input.removeAttribute("aria-invalid");
    }
  }

  contenders() {
    return this.meta.algorithms.filter((a) => a.kind !== "opt").map((a) => a.name);
  }

  showPolicies() {
    adopt(this.meta.algorithms.map((a) => a.name));
    const select = byId("policy");
    fill(select, ...this.meta.algorithms.map((a) => make("option", { value: a.name, text: a.name })));
    select.value = this.policy;
    const legend = byId("legend");
    fill(
      legend,
      ...[...this.contenders(), "opt"].map((name) =>
        make(
          "label",
          {},
          make("input", {
            type: "checkbox",
            checked: !this.hidden.has(name),
            "aria-label": `Draw ${name}`,
            onchange: (event) => {
              if (event.target.checked) this.hidden.delete(name);
              else this.hidden.add(name);
              this.drawCurves();
            },
          }),
          swatch(look(name)),
          make(name === this.policy ? "b" : "span", { text: this.caveat(name) ? `${name} (no guarantee)` : name, title: this.caveat(name) ?? "" }),
        ),
      ),
    );
    const box = byId("component");
    byId("component-label").hidden = this.meta.dimension === 1;
    fill(
      box,
      ...Array.from({ length: Math.min(this.meta.dimension, 12) }, (_, c) => make("option", { value: c, text: `x${c}` })),
      make("option", { value: -1, text: "length" }),
    );
    if (this.componentOf !== this.meta.name) {
      this.componentOf = this.meta.name;
      this.component = this.meta.place !== null && this.meta.dimension > 1 ? -1 : 0;
    }
    this.component = this.meta.dimension === 1 ? 0 : Math.min(this.component, this.meta.dimension - 1);
    box.value = String(this.component);
  }

  choosePolicy(name) {
    if (!this.meta || !this.meta.algorithms.some((a) => a.name === name)) return;
    this.policy = name;
    this.k = null;
    this.range = null;
    this.showPolicies();
    this.refresh();
  }

  // ---- where in time

  algorithm() {
    return this.meta.algorithms.find((a) => a.name === this.policy);
  }

  /** Shows a round, or an iterate in it. */
  go(round, k = null) {
    if (!this.meta) return Promise.resolve();
    this.round = Math.max(1, Math.min(this.meta.horizon, round));
    this.k = k;
    return this.refresh();
  }

  step(by) {
    if (by < 0) this.stop();
    return this.go(this.round + by);
  }

  /** From the start of a round over its iterates to the actions played, and on to the next round. */
  stepIteration(by) {
    if (!this.meta || !this.hasIterations()) return;
    this.stop();
    // Of very many iterates the server keeps the first and the last, so it is the place in the list that counts.
    const ks = this.iterations?.k ?? [0];
    const at = (this.k === null ? ks.length - 1 : this.placeOf(this.k)) + by;
    if (at >= ks.length) {
      if (this.round < this.meta.horizon) this.go(this.round + 1, 0);
    } else if (at < 0) {
      if (this.round > 1) this.go(this.round - 1);
    } else this.go(this.round, ks[at]);
  }

  /** Where in the list of iterates k is, or the one before it. */
  placeOf(k) {
    const ks = this.iterations.k;
    let place = ks.length - 1;
    while (place > 0 && ks[place] > k) place--;
    return place;
  }

  hasIterations() {
    const a = this.algorithm();
    return a !== undefined && a.hasIterations === true;
  }

  toggle() {
    if (this.isPlaying) this.stop();
    else this.run();
  }

  stop() {
    this.isPlaying = false;
    this.showGo();
  }

  showGo() {
    const button = byId("go");
    button.classList.toggle("playing", this.isPlaying);
    button.setAttribute("aria-label", this.isPlaying ? "Pause" : "Play");
  }

  async run() {
    if (!this.meta) return;
    if (this.round >= this.meta.horizon) this.round = 0;
    this.isPlaying = true;
    this.showGo();
    const mine = this.generation;
    while (this.isPlaying && mine === this.generation && this.round < this.meta.horizon) {
      const start = performance.now();
      await this.go(this.round + 1);
      if (this.problem) break;
      await pause(Math.max(16, Number(byId("speed").value) - (performance.now() - start)));
    }
    if (mine === this.generation) this.stop();
  }

  // ---- what is shown

  /** Shows what is wanted now; calls that come meanwhile are answered by one more turn. */
  refresh() {
    this.isStale = true;
    this.turning ??= this.turn().finally(() => (this.turning = null));
    return this.turning;
  }

  async turn() {
    while (this.isStale) {
      this.isStale = false;
      this.view.setAttribute("aria-busy", "true");
      try {
        await this.show();
        this.problem = null;
      } catch (failure) {
        this.problem = failure;
        this.stop();
        // A server that was started anew knows nothing of this play: it is played again.
        if (failure instanceof Refusal && failure.status === 404 && !this.isReviving && this.meta) this.revive();
        else if (!(failure instanceof Gone)) this.fail(failure);
        else this.tell("The server is gone: what is shown is the last that it said.", false, true);
      }
    }
    this.view.removeAttribute("aria-busy");
  }

  revive() {
    this.isReviving = true;
    const { text, sets, round } = this;
    setTimeout(() => this.begin(text, sets, round, false).finally(() => (this.isReviving = false)), 0);
  }

  async asked(path) {
    const url = `/api/plays/${part(this.meta.id)}/${path}`;
    if (!this.cache.has(url)) {
      if (this.cache.size > 600) this.cache.clear();
      this.cache.set(url, await get(url));
    }
    return this.cache.get(url);
  }

  async show() {
    const { meta, round, policy } = this;
    const wanted = this.k;
    const mine = this.generation;
    const isStill = () => mine === this.generation && !(this.isStale && meta !== this.meta);
    byId("round").max = String(meta.horizon);
    byId("round").value = String(round);
    say(byId("round-word"), `${round} / ${meta.horizon}`);
    while (meta.played < round) {
      const rounds = round - meta.played;
      if (rounds > 1) this.tell(`Playing round ${meta.played + 1} of ${meta.horizon} …`);
      const answer = await post(`/api/plays/${part(meta.id)}/advance`, { rounds });
      if (!isStill()) return;
      meta.played = answer.played;
      this.curves = null;
    }
    const query = `algorithm=${part(policy)}`;
    const hasIterations = this.hasIterations();
    const [curves, verdict, shown, iterations] = await Promise.all([
      this.curves ?? get(`/api/plays/${part(meta.id)}/curves`),
      this.curves && this.verdictOf === meta.played ? this.verdict : get(`/api/plays/${part(meta.id)}/verdict`),
      this.asked(`rounds/${round}?${query}`),
      hasIterations ? this.asked(`rounds/${round}/iterations?${query}`) : null,
    ]);
    const graph = await this.asked(`graphs/${part(shown.graph)}`);
    const last = iterations ? iterations.k[iterations.k.length - 1] : null;
    this.iterations = iterations;
    const k = wanted === null || iterations === null ? null : iterations.k[this.placeOf(wanted)];
    const isIterate = k !== null && k < last;
    const iterate = isIterate ? await this.asked(`rounds/${round}/iterations/${k}?${query}`) : null;
    const trails = meta.place ? await this.trails(round, query) : [];
    if (!isStill()) return;
    this.curves = curves;
    this.verdict = verdict;
    this.verdictOf = meta.played;
    this.lastK = last;
    const at = isIterate ? k : last;
    this.tell("");
    this.drawGraph(shown, graph, iterate, trails);
    this.drawCurves();
    this.drawGap(at);
    this.drawVerdict();
    byId("k").disabled = byId("k-back").disabled = byId("k-on").disabled = last === null;
    byId("k").max = String(last ?? 1);
    byId("k").value = String(at ?? 1);
    say(byId("k-word"), last === null ? "–" : `${at} / ${last}`);
    if (!byId("explain").hidden && this.agent !== null) await this.drawExplanation(isIterate ? k : null);
    this.view.dataset.shown = `${round}:${at ?? "-"}:${policy}`;
    this.view.dataset.play = meta.id;
  }

  async trails(round, query) {
    const from = Math.max(1, round - TRAIL + 1);
    const rounds = Array.from({ length: round - from + 1 }, (_, n) => from + n);
    const all = await Promise.all(rounds.map((t) => this.asked(`rounds/${t}?${query}`)));
    return all.map((r) => r.positions).filter((p) => p !== null && p !== undefined);
  }

  drawGraph(shown, graph, iterate, trails) {
    const actions = iterate ? iterate.actions : shown.actions;
    const c = this.component;
    const values = actions.map((x) => (c < 0 ? norm(x) : x[c]));
    // The scale only grows while a play goes on, so that a colour keeps its meaning.
    this.range ??= { low: Infinity, high: -Infinity };
    for (const v of values) {
      if (!Number.isFinite(v)) continue;
      this.range.low = Math.min(this.range.low, v);
      this.range.high = Math.max(this.range.high, v);
    }
    const groups = this.meta.groups;
    this.graph.show({
      places: groups ? folded(graph.layout) : graph.layout,
      positions: (iterate ?? shown).positions ?? shown.positions ?? null,
      trails,
      obstacles: this.meta.obstacles ?? [],
      edges: graph.edges,
      weights: graph.weights ?? null,
      differences: (iterate ?? shown).differences ?? null,
      values,
      actions,
      low: this.range.low,
      high: this.range.high,
      sizes: groups?.sizes ?? null,
      names: this.meta.names ?? null,
    });
    say(byId("ramp-low"), brief(this.range.low, 3));
    say(byId("ramp-high"), brief(this.range.high, 3));
    say(byId("ramp-word"), c < 0 ? "length of the action" : this.meta.dimension > 1 ? `x${c} of the action` : "action");
    const who = groups ? `${count(this.meta.agents)} agents in ${count(groups.count)} groups` : count(this.meta.agents, "agent");
    const when = iterate ? `round ${shown.round}, iterate ${iterate.k}` : `round ${shown.round}`;
    say(byId("where"), `${when} · ${who} · ${count(graph.edges.length, "edge")}`);
    byId("graph").setAttribute("aria-label", `The fleet in ${when} as ${this.policy} plays it: ${who}, actions from ${brief(Math.min(...values))} to ${brief(Math.max(...values))}. Choose an agent with the keys [ and ].`);
  }

  drawCurves() {
    const { curves, meta } = this;
    if (!curves) return;
    const ghost = this.ghost?.curves ?? null;
    const seen = curves.algorithms.filter((a) => !this.hidden.has(a.name) && a.name !== "opt");
    const line = (name, x, y, more = {}) => ({ name, ...look(name), x, y, front: name === this.policy, ...more });
    const upTo = (values) => values.slice(0, meta.played);
    const opt = curves.opt && !this.hidden.has("opt") ? curves.opt : null;
    const optTotal = curves.opt ? cumulative(upTo(curves.opt.total)) : null;

    const totals = seen.map((a) => line(a.name, curves.rounds, cumulative(a.total)));
    if (opt) totals.push(line("opt", curves.rounds, optTotal));
    const ghosts = ghost
      ? ghost.algorithms.filter((a) => !this.hidden.has(a.name) && a.name !== "opt").map((a) => line(a.name, ghost.rounds, cumulative(a.total), { ghost: true, front: false, dashes: [] }))
      : [];
    const common = { from: 1, to: Math.max(2, meta.horizon), cursor: this.round };
    this.total.set({ series: [...totals, ...ghosts], log: byId("log-total").checked, ...common });
    say(byId("ghost-word"), ghost ? `faint: before, ${this.ghost.words}` : "");

    const own = curves.algorithms.find((a) => a.name === this.policy) ?? (this.policy === "opt" && curves.opt ? { ...curves.opt } : null);
    if (own) {
      const x = curves.rounds;
      const bars = [["hitting", "--part0"], ["switching", "--part1"], ["dissimilarity", "--part2"]];
      this.parts.set({ stack: bars.map(([name, variable]) => ({ name, variable, x, y: upTo(own[name]) })), ...common });
    }

    const ratios = (c, best) => (a) => cumulative(a.total).map((v, n) => (best[n] > 0 ? v / best[n] : null));
    const series = optTotal ? seen.map((a) => line(a.name, curves.rounds, ratios(curves, optTotal)(a))) : [];
    if (ghost?.opt && optTotal) {
      const best = cumulative(ghost.opt.total);
      series.push(...ghost.algorithms.filter((a) => a.name === this.policy).map((a) => line(a.name, ghost.rounds, ratios(ghost, best)(a), { ghost: true, front: false, dashes: [] })));
    }
    if (own?.certifiedRatio?.some((v) => v !== null)) series.push({ name: "certified", variable: "--good", x: curves.rounds, y: own.certifiedRatio });
    this.ratio.set({ series, lines: [{ y: 1, name: "", variable: "--ink" }], empty: "no hindsight optimum", ...common });

    const certified = seen.filter((a) => a.certificate && a.certificate.some((v) => v !== null && v > 0));
    this.certificate.set({ series: certified.map((a) => line(a.name, curves.rounds, a.certificate)), empty: "nobody gave a certificate", ...common });
  }

  drawGap(at) {
    const it = this.iterations;
    if (!it) {
      this.gap.set({ series: [], empty: this.meta.groups ? "no iterates are kept of so large a fleet" : `${this.policy} has no iterations to look at` });
      return;
    }
    const top = Math.max(...it.gap.filter(Number.isFinite), 1e-300);
    const floor = top * 1e-16;
    const above = (values) => values.map((v) => (v === null ? null : Math.max(v, floor)));
    // Three kinds of numbers of one policy: colours and dashes of policies would say something else.
    const series = [{ name: "gap", variable: "--ink", x: it.k, y: above(it.gap), front: true }];
    if (it.certificate?.some((v) => v !== null)) series.push({ name: "certified", variable: "--good", x: it.k, y: above(it.certificate) });
    if (it.proven?.some((v) => v !== null)) series.push({ name: "proven", variable: "--base", x: it.k, y: above(it.proven) });
    this.gap.set({ series, floor, cursor: at, from: 0, to: Math.max(1, this.lastK) });
  }

  /** What a policy paid up to here over what the hindsight optimum paid up to here; null if there is none. */
  ratioSoFar(name) {
    const own = name === "opt" ? this.curves.opt : this.curves.algorithms.find((a) => a.name === name);
    if (!own || !this.curves.opt) return null;
    const n = this.curves.rounds.length;
    const best = cumulative(this.curves.opt.total.slice(0, n))[n - 1];
    return best > 0 ? cumulative(own.total.slice(0, n))[n - 1] / best : null;
  }

  /** What the books of the policy's agents prove up to the last round played; empty if nothing. */
  certified() {
    const own = this.curves.algorithms.find((a) => a.name === this.policy);
    const { played } = this.meta;
    const ratio = own?.certifiedRatio?.[played - 1];
    if (ratio === null || ratio === undefined) return "";
    const overpaid = own.overpaid[played - 1];
    const who = played > 1 && overpaid !== null ? ` In round ${played - 1} agent ${own.overpayer[played - 1]} can have overpaid most, ${brief(overpaid)} at most.` : "";
    return `Certified by its own books: ${own.name} has paid at most ${brief(ratio, 5)} times the best that anyone who had known everything could have paid.${who}`;
  }

  /** Which of the scenario's repeats this is; empty if it has one. */
  repeat() {
    const { repeats, seed } = this.meta;
    return repeats > 1 ? `This is the first of ${repeats} repeats, the one of seed ${seed}; ./acord run reports means over all of them.` : "";
  }

  /** Words for a play that is not over. */
  soFar() {
    const { played, horizon } = this.meta;
    const paid = this.curves.algorithms.filter((a) => a.name !== "opt").map((a) => ({ name: a.name, total: cumulative(a.total)[played - 1] }));
    const own = paid.find((a) => a.name === this.policy);
    const ratio = this.ratioSoFar(this.policy);
    paid.sort((a, b) => a.total - b.total);
    const first = own
      ? `After round ${played} of ${horizon} ${own.name} has paid ${brief(own.total)}${ratio === null ? "" : `, ${brief(ratio, 5)} times what the hindsight optimum has paid up to here`}.`
      : `Round ${played} of ${horizon}.`;
    const rest = paid.length > 1 ? `${paid[0].name} has paid least so far, ${paid[paid.length - 1].name} most.` : "";
    return [first, this.certified(), this.repeat(), `${rest} Whether every promise was kept is said after the last round.`.trim()].filter((text) => text !== "");
  }

  drawVerdict() {
    const { verdict } = this;
    const box = byId("verdict");
    const isOver = this.meta.played >= this.meta.horizon;
    const said = [...(verdict.lines ?? [])];
    // What it all amounts to comes first here, and last on a terminal.
    const first = isOver ? (said.pop() ?? "") : null;
    const key = JSON.stringify([isOver, said, this.policy, this.meta.played]);
    if (box.dataset.key !== key) {
      box.dataset.key = key;
      if (isOver) {
        const outcome = verdict.holds === true ? "kept" : verdict.holds === false ? "broken" : "";
        const marks = { kept: "✓ kept", broken: "✗ broken", skipped: "– skipped" };
        const checks = verdict.checks ?? said.map((words) => ({ outcome: "", words }));
        fill(
          box,
          make("p", { "data-test": "headline", text: verdict.headline ?? "" }),
          make("p", { class: outcome, text: first.replace(/^Verdict: (.)/, (_, c) => c.toUpperCase()) }),
          make("p", { "data-test": "certified", text: this.certified() }),
          this.repeat() === "" ? null : make("p", { class: "soft", "data-test": "repeat", text: this.repeat() }),
          make("ul", {}, ...checks.map((c) => make("li", {}, make("span", { class: `outcome ${c.outcome}`, text: marks[c.outcome] ?? "" }), make("span", { text: c.words })))),
        );
      } else fill(box, ...this.soFar().map((text) => make("p", text.startsWith("Certified") ? { "data-test": "certified", text } : text.startsWith("This is the first") ? { class: "soft", "data-test": "repeat", text } : { text })));
    }
    const rows = verdict.algorithms ?? [];
    const body = byId("paid").tBodies[0];
    const number = (value, words = brief) =>
      make("td", { text: words(mean(value)), title: exact(mean(value)), "data-value": mean(value) === null || mean(value) === undefined ? "" : String(mean(value)) });
    fill(
      body,
      ...rows.map((a) => {
        const ratio = a.ratioToOpt ? a.ratioToOpt.mean : this.ratioSoFar(a.name);
        const bound = a.bound;
        const boundCell = bound
          ? make("td", {
              class: bound.holds === true ? "kept" : bound.holds === false ? "broken" : "",
              text: `${brief(bound.ratio)} · OPT + ${brief(bound.additive)}${bound.holds === true ? " ✓" : bound.holds === false ? " ✗" : ""}`,
              title: bound.holds === true ? "holds" : bound.holds === false ? "does not hold" : "",
            })
          : make("td", { text: "–" });
        return make(
          "tr",
          { class: a.name === this.policy ? "chosen" : "", "data-policy": a.name },
          make("th", { scope: "row" }, make("span", { class: "who" }, swatch(look(a.name)), make("button", { type: "button", class: "link", text: a.name, title: "Show its actions", onclick: () => this.choosePolicy(a.name) }))),
          number(a.total),
          number(a.hitting),
          number(a.switching),
          number(a.dissimilarity),
          number(ratio),
          boundCell,
          number(a.certificate),
          number(a.messagesPerRound),
          number(a.bytesPerRound, bytes),
        );
      }),
    );
  }

  // ---- explain

  showSide(which) {
    const isCurves = which === "curves";
    byId("curves").hidden = !isCurves;
    byId("ghost-word").hidden = !isCurves;
    byId("explain").hidden = isCurves;
    byId("tab-curves").setAttribute("aria-selected", String(isCurves));
    byId("tab-explain").setAttribute("aria-selected", String(!isCurves));
    if (isCurves) {
      this.agent = null;
      this.graph.choose(null);
      if (location.hash === "#explain") history.replaceState(null, "", "#play");
    } else if (location.hash !== "#explain") history.replaceState(null, "", "#explain");
  }

  /** Explains an agent; in an aggregated fleet a click chooses a group, whose first agent is taken. */
  async explain(agent) {
    if (!this.meta) return;
    const groups = this.meta.groups;
    this.agent = Math.max(0, Math.min(this.meta.agents - 1, agent));
    this.showSide("explain");
    this.graph.choose(groups ? null : this.agent);
    await this.refresh();
  }

  async drawExplanation(k) {
    const { meta, agent, round, policy } = this;
    if (this.algorithm()?.kind === "foresight" && !meta.groups) return this.drawForesight();
    const query = `algorithm=${part(policy)}${k === null ? "" : `&k=${k}`}`;
    const why = !this.hasIterations()
      ? `Forces are explained for ACORD, whose agents balance them one by one; ${policy} decides otherwise. Choose another policy above the graph.`
      : meta.groups
        ? "So large a fleet is shown in groups; its agents are not kept one by one."
        : k === 0
          ? "At the start of a round nobody has computed anything yet. Go an iteration on."
          : null;
    if (why !== null) return this.explanation.fail(agent, meta.agents, why);
    try {
      const answer = await this.asked(`rounds/${round}/agents/${agent}?${query}`);
      if (agent === this.agent) this.explanation.show(answer, { agents: meta.agents, round, policy, k });
    } catch (failure) {
      if (failure instanceof Gone) throw failure;
      this.explanation.fail(agent, meta.agents, failure.message);
    }
  }

  /** What an agent that looks ahead believes, plans and may follow. */
  async drawForesight() {
    const { meta, agent, round, policy } = this;
    try {
      const answer = await this.asked(`rounds/${round}/agents/${agent}/foresight?algorithm=${part(policy)}`);
      if (agent === this.agent) this.explanation.showForesight(answer, { agents: meta.agents, round, policy });
    } catch (failure) {
      if (failure instanceof Gone) throw failure;
      this.explanation.fail(agent, meta.agents, failure.message);
    }
  }

  /** Keys of the view; true if it was one. */
  key(event) {
    if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      const by = event.key === "ArrowRight" ? 1 : -1;
      if (event.shiftKey) this.stepIteration(by);
      else this.step(by);
      return true;
    }
    if (event.key === " ") {
      this.toggle();
      return true;
    }
    if (event.key === "[" || event.key === "]") {
      this.explain((this.agent ?? -1) + (event.key === "]" ? 1 : -1));
      return true;
    }
    if (event.key === "Escape" && !byId("explain").hidden) {
      this.showSide("curves");
      this.refresh();
      return true;
    }
    return false;
  }
}

