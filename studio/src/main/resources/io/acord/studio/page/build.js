/**
 * Build: a scenario made by clicking. A click on the paper adds an agent, a drag from one agent to another an edge; the chosen one is
 * described beside it. What comes out is text like any other: it is played, edited and saved as such.
 */
import { fill, make, say } from "./dom.js";

const WIDTH = 800;
const HEIGHT = 520;
const RADIUS = 18;
const MOST = 200;

const ns = "http://www.w3.org/2000/svg";

function shape(tag, attributes, ...children) {
  const element = document.createElementNS(ns, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** a, b, …, z, a1, b1, …: names that are easy to read on a small disc. */
const nameOf = (n) => String.fromCharCode(97 + (n % 26)) + (n < 26 ? "" : Math.floor(n / 26));

/** The numbers of a field: one for all rounds, or one after the other; null if it has something else. */
export function numbers(text) {
  const parts = text.trim().split(/[\s,;]+/).filter((part) => part !== "");
  const values = parts.map(Number);
  return values.length > 0 && values.every(Number.isFinite) ? values : null;
}

/** The scenario as YAML; the costs and edges stand in it. */
export function scenarioText({ name, horizon, beta, agents, edges }) {
  const costs = agents.flatMap((a) => {
    const alpha = numbers(a.alpha) ?? [];
    const v = numbers(a.v) ?? [];
    const rounds = Math.min(horizon, Math.max(alpha.length, v.length));
    return Array.from({ length: rounds }, (_, t) => `    ${t + 1},${a.name},${alpha[Math.min(t, alpha.length - 1)]},${v[Math.min(t, v.length - 1)]}`);
  });
  const lines = edges.map((e) => `    ,${agents[e.from].name},${agents[e.to].name},${e.weight}`);
  return [
    `name: ${name}`,
    `horizon: ${horizon}`,
    `beta: ${beta}   # the price of differing`,
    `agents: [${agents.map((a) => a.name).join(", ")}]`,
    "costs:",
    "  kind: csv   # alpha (x - v)^2",
    "  missing: hold   # a round without a line is as the one before",
    "  data: |",
    "    round,agent,alpha,v",
    ...costs,
    "graph:",
    ...(edges.length === 0 ? ["  kind: erdos-renyi   # nobody is linked with anybody", "  p: 0"] : ["  kind: csv", "  data: |", "    round,i,j,weight", ...lines]),
    "algorithms:",
    "  - acord: {iterations: 12}",
    "  - local",
    "  - opt",
    "",
  ].join("\n");
}

export class Build {
  /** @param {play: function(string), edit: function(string)} open what is done with the text */
  constructor(box, open) {
    this.agents = [];
    this.edges = [];
    this.chosen = null; // {agent: n} or {edge: n}
    this.drawing = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "paper-board", role: "group", "aria-label": "Agents and edges", "data-test": "build-board" });
    this.side = make("div", { class: "build-side", "data-test": "build-side" });
    this.word = make("p", { class: "intro soft", role: "status", "data-test": "build-word" });
    const field = (label, value, test) => {
      const input = make("input", { value, "data-test": test, autocomplete: "off", spellcheck: "false", oninput: () => this.check() });
      return [make("label", { class: "field" }, make("span", { text: label }), input), input];
    };
    const [nameField, name] = field("Name", "mine", "build-name");
    const [horizonField, horizon] = field("Rounds", "20", "build-horizon");
    const [betaField, beta] = field("β price of differing", "2", "build-beta");
    Object.assign(this, { name, horizon, beta });
    this.play = make("button", { type: "button", class: "main", text: "Play it", "data-test": "build-play", onclick: () => open.play(this.text()) });
    this.edit = make("button", { type: "button", text: "As text", "data-test": "build-edit", onclick: () => open.edit(this.text()) });
    fill(
      box,
      make("div", { class: "bar" }, nameField, horizonField, betaField, this.play, this.edit, make("button", { type: "button", text: "Clear", onclick: () => this.clear() })),
      this.word,
      make("div", { class: "build-stage" }, make("section", { class: "panel build-board", "aria-label": "Paper" }, this.drawing), make("section", { class: "panel", "aria-label": "The chosen one" }, this.side)),
    );
    this.listen();
    this.draw();
  }

  listen() {
    const place = (event) => {
      const frame = this.drawing.getBoundingClientRect();
      return [((event.clientX - frame.left) / frame.width) * WIDTH, ((event.clientY - frame.top) / frame.height) * HEIGHT];
    };
    const at = ([x, y]) => this.agents.findIndex((a) => Math.hypot(a.x - x, a.y - y) <= RADIUS * 1.4);
    let from = -1;
    this.drawing.addEventListener("pointerdown", (event) => {
      from = at(place(event));
    });
    this.drawing.addEventListener("pointerup", (event) => {
      const [x, y] = place(event);
      const to = at([x, y]);
      const edge = event.target.dataset?.edge;
      if (from >= 0 && to >= 0 && from !== to) this.link(from, to);
      else if (to >= 0) this.choose({ agent: to });
      else if (from >= 0) this.move(from, x, y);
      else if (edge !== undefined) this.choose({ edge: Number(edge) });
      else this.add(x, y);
      from = -1;
    });
    this.drawing.addEventListener("keydown", (event) => {
      const agent = event.target.dataset?.agent;
      if (event.key === "Enter" && agent !== undefined) this.choose({ agent: Number(agent) });
      if (event.key === "Delete" && this.chosen) this.remove();
    });
  }

  add(x, y) {
    if (this.agents.length === MOST) return say(this.word, `${MOST} agents are enough for clicking; larger fleets come from files`);
    const taken = new Set(this.agents.map((a) => a.name));
    let n = 0;
    while (taken.has(nameOf(n))) n++;
    this.agents.push({ name: nameOf(n), x: Math.max(RADIUS, Math.min(WIDTH - RADIUS, x)), y: Math.max(RADIUS, Math.min(HEIGHT - RADIUS, y)), alpha: "1", v: String(Math.round(x / 80)) });
    this.choose({ agent: this.agents.length - 1 });
  }

  move(n, x, y) {
    Object.assign(this.agents[n], { x, y });
    this.draw();
  }

  link(from, to) {
    const known = this.edges.findIndex((e) => (e.from === from && e.to === to) || (e.from === to && e.to === from));
    if (known < 0) this.edges.push({ from, to, weight: "1" });
    this.choose({ edge: known < 0 ? this.edges.length - 1 : known });
  }

  choose(what) {
    this.chosen = what;
    this.draw();
    this.drawing.querySelector(".chosen")?.focus({ preventScroll: true }); // keys are of the chosen one
  }

  remove() {
    if (this.chosen.edge !== undefined) this.edges.splice(this.chosen.edge, 1);
    else {
      const gone = this.chosen.agent;
      this.agents.splice(gone, 1);
      this.edges = this.edges.filter((e) => e.from !== gone && e.to !== gone).map((e) => ({ ...e, from: e.from - (e.from > gone), to: e.to - (e.to > gone) }));
    }
    this.choose(null);
  }

  clear() {
    this.agents = [];
    this.edges = [];
    this.choose(null);
  }

  /** What keeps it from being played; empty if nothing does. */
  trouble() {
    if (this.agents.length === 0) return "Click on the paper to add an agent, drag from one agent to another to link them.";
    if (!/^[\w.-]+$/.test(this.name.value)) return "A name has letters, digits, dots and dashes.";
    const horizon = Number(this.horizon.value);
    if (!Number.isInteger(horizon) || horizon < 1 || horizon > 10000) return "Rounds is a whole number from 1 to 10000.";
    const beta = Number(this.beta.value);
    if (this.beta.value.trim() === "" || !(beta >= 0)) return "β is a number, 0 or more.";
    for (const a of this.agents) {
      const alpha = numbers(a.alpha);
      if (!alpha || alpha.some((value) => value <= 0)) return `α of ${a.name} is a number above 0, or one for each round with commas between them.`;
      if (!numbers(a.v)) return `v of ${a.name} is a number, or one for each round with commas between them.`;
    }
    const wrong = this.edges.find((e) => e.weight.trim() === "" || !(Number(e.weight) > 0));
    return wrong ? `The weight of ${this.agents[wrong.from].name} – ${this.agents[wrong.to].name} is a number above 0.` : "";
  }

  text() {
    return scenarioText({ name: this.name.value, horizon: Number(this.horizon.value), beta: Number(this.beta.value), agents: this.agents, edges: this.edges });
  }

  check() {
    const trouble = this.trouble();
    this.play.disabled = this.edit.disabled = trouble !== "";
    say(this.word, trouble === "" ? `${this.agents.length} agents, ${this.edges.length} edges. Drag from agent to agent for another edge; Delete removes the chosen one.` : trouble);
  }

  draw() {
    fill(
      this.drawing,
      ...this.edges.map((e, n) => {
        const [a, b] = [this.agents[e.from], this.agents[e.to]];
        return shape("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: `built-edge${this.chosen?.edge === n ? " chosen" : ""}`, "data-edge": n, tabindex: 0, "aria-label": `Edge ${a.name} ${b.name}`, "stroke-width": 3 + 2 * Math.log1p(Number(e.weight) || 0) });
      }),
      ...this.agents.map((a, n) => {
        const word = shape("text", { x: a.x, y: a.y + 5, "text-anchor": "middle" });
        word.textContent = a.name;
        return shape("g", { class: `built-agent${this.chosen?.agent === n ? " chosen" : ""}`, tabindex: 0, role: "button", "aria-label": `Agent ${a.name}`, "data-agent": n }, shape("circle", { cx: a.x, cy: a.y, r: RADIUS, "data-agent": n }), word);
      }),
    );
    this.describe();
    this.check();
  }

  describe() {
    const field = (label, of, key, test) =>
      make(
        "label",
        { class: "field" },
        make("span", { text: label }),
        make("input", {
          value: of[key],
          "data-test": test,
          autocomplete: "off",
          spellcheck: "false",
          oninput: (event) => {
            of[key] = event.target.value;
            this.check();
          },
        }),
      );
    const remove = make("button", { type: "button", text: "Remove", "data-test": "build-remove", onclick: () => this.remove() });
    if (this.chosen?.agent !== undefined) {
      const a = this.agents[this.chosen.agent];
      fill(this.side, make("h2", { text: `Agent ${a.name}` }), make("p", { class: "soft", text: "pays α (x − v)² each round; several numbers are one for each round, the last for all others" }), field("α how much it cares", a, "alpha", "build-alpha"), field("v where it wants to be", a, "v", "build-v"), remove);
    } else if (this.chosen?.edge !== undefined) {
      const e = this.edges[this.chosen.edge];
      fill(this.side, make("h2", { text: `${this.agents[e.from].name} – ${this.agents[e.to].name}` }), make("p", { class: "soft", text: "pays β weight/2 (xᵢ − xⱼ)²" }), field("weight", e, "weight", "build-weight"), remove);
    } else fill(this.side, make("p", { class: "empty", text: "Nothing is chosen." }));
  }
}
