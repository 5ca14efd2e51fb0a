/**
 * Why an agent is where it is: the pull of its own cost, of its past and of each neighbour, which sum to zero; what it told and heard; the bytes on each edge.
 */
import { brief, bytes, count, norm, vector } from "./format.js";
import { colour } from "./look.js";
import { fill, make } from "./dom.js";

const VARIABLES = { "own cost": "--k1", past: "--k7", neighbour: "--k0" };
const variableOf = (force) => VARIABLES[force.of] ?? "--soft";

function wordOf(force) {
  if (force.of === "own cost") return "its own cost";
  if (force.of === "past") return "its past";
  return `neighbour ${force.name ?? force.neighbour}`;
}

function fitted(canvas) {
  const scale = window.devicePixelRatio || 1;
  const w = canvas.clientWidth;
  const h = canvas.clientHeight;
  canvas.width = Math.round(w * scale);
  canvas.height = Math.round(h * scale);
  const g = canvas.getContext("2d");
  g.scale(scale, scale);
  return { g, w, h };
}

/** Forces of the plane, head to tail: a closed figure, because they sum to zero. */
function drawPolygon(canvas, forces) {
  const { g, w, h } = fitted(canvas);
  if (w < 20) return;
  const points = [[0, 0]];
  for (const { force } of forces) {
    const [x, y] = points[points.length - 1];
    points.push([x + force[0], y - force[1]]);
  }
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  const scale = Math.min((w - 24) / (Math.max(...xs) - Math.min(...xs) || 1), (h - 24) / (Math.max(...ys) - Math.min(...ys) || 1));
  const at = ([x, y]) => [w / 2 + (x - (Math.max(...xs) + Math.min(...xs)) / 2) * scale, h / 2 + (y - (Math.max(...ys) + Math.min(...ys)) / 2) * scale];
  forces.forEach((force, n) => {
    const [x0, y0] = at(points[n]);
    const [x1, y1] = at(points[n + 1]);
    const long = Math.hypot(x1 - x0, y1 - y0);
    if (long < 0.5) return;
    const [ux, uy] = [(x1 - x0) / long, (y1 - y0) / long];
    const head = Math.min(8, long * 0.6);
    g.strokeStyle = g.fillStyle = colour(variableOf(force));
    g.lineWidth = 2.2;
    g.beginPath();
    g.moveTo(x0, y0);
    g.lineTo(x1 - ux * head * 0.7, y1 - uy * head * 0.7);
    g.stroke();
    g.beginPath();
    g.moveTo(x1, y1);
    g.lineTo(x1 - ux * head - uy * head * 0.5, y1 - uy * head + ux * head * 0.5);
    g.lineTo(x1 - ux * head + uy * head * 0.5, y1 - uy * head - ux * head * 0.5);
    g.fill();
  });
}

/** What was said over the iterations, as a small curve. */
function drawSpark(canvas, actions, variable) {
  const { g, w, h } = fitted(canvas);
  const values = actions.map((x) => (x.length === 1 ? x[0] : norm(x)));
  if (w < 10 || values.length === 0) return;
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const X = (n) => (values.length === 1 ? w / 2 : 3 + (n / (values.length - 1)) * (w - 6));
  const Y = (v) => h - 3 - ((v - low) / span) * (h - 6);
  g.strokeStyle = g.fillStyle = colour(variable);
  g.lineWidth = 1.5;
  g.beginPath();
  values.forEach((v, n) => (n === 0 ? g.moveTo(X(n), Y(v)) : g.lineTo(X(n), Y(v))));
  g.stroke();
  g.beginPath();
  g.arc(X(values.length - 1), Y(values[values.length - 1]), 2.2, 0, 7);
  g.fill();
}

export class Explanation {
  /** @param choose called with the agent that a person asks for */
  constructor(box, choose) {
    this.box = box;
    this.choose = choose;
    this.number = make("input", {
      type: "number",
      min: 0,
      step: 1,
      "data-test": "agent",
      "aria-label": "Agent, counted from 0",
      onchange: (event) => this.choose(Math.round(Number(event.target.value) || 0)),
    });
    this.head = make("div", { class: "explain-head" });
    this.body = make("div", {});
    box.append(this.head, this.body);
  }

  top(agent, agents, words) {
    this.number.max = String(agents - 1);
    this.number.value = String(agent);
    fill(this.head, make("label", { class: "inline" }, make("span", { text: "Agent" }), this.number), make("span", { class: "soft", text: words }));
  }

  fail(agent, agents, words) {
    this.top(agent, agents, "");
    fill(this.body, make("p", { class: "empty", text: words }));
    delete this.box.dataset.agent;
  }

  show(it, { agents, round, policy, k }) {
    const hadFocus = document.activeElement === this.number;
    const name = it.name !== undefined && it.name !== String(it.agent) ? `“${it.name}” · ` : "";
    this.top(it.agent, agents, `${name}${policy}, round ${round}${k === null ? "" : `, iterate ${k}`}`);
    if (hadFocus) this.number.focus();
    const forces = it.forces ?? [];
    const largest = it.largest ?? Math.max(0, ...forces.map((f) => norm(f.force)));
    const sum = it.sum ?? [];
    const isFlat = it.action.length === 1;
    const rest = norm(sum);
    this.box.dataset.agent = String(it.agent);
    this.box.dataset.sum = String(rest);
    this.box.dataset.largest = String(largest);
    const canvas = isFlat ? null : make("canvas", { class: "polygon", role: "img", "aria-label": "The forces head to tail: they close" });
    fill(
      this.body,
      make("p", { class: "why", text: it.words ?? "", "data-test": "why" }),
      make("p", { class: "soft", text: `action ${vector(it.action, 6)} · before ${vector(it.before, 6)}` }),
      make("h3", { text: "Forces on it" }),
      canvas,
      this.forceTable(forces, largest, sum, rest, isFlat),
      ...this.talk(it),
    );
    if (canvas) drawPolygon(canvas, forces);
    this.body.querySelectorAll("canvas.spark").forEach((spark) => drawSpark(spark, spark.actions, spark.variable));
  }

  /** What it believes and plans, and how far its account lets it follow. */
  showForesight(it, { agents, round, policy }) {
    const hadFocus = document.activeElement === this.number;
    const name = it.name !== String(it.agent) ? `“${it.name}” · ` : "";
    this.top(it.agent, agents, `${name}${policy}, round ${round}`);
    if (hadFocus) this.number.focus();
    this.box.dataset.agent = String(it.agent);
    const row = (what, value, more = "", test = undefined) => make("tr", {}, make("th", { scope: "row", text: what }), make("td", { text: value, "data-test": test }), make("td", { class: "soft", text: more }));
    const spark = (values, variable, words) => {
      const canvas = make("canvas", { class: "spark", role: "img", "aria-label": words });
      canvas.actions = values.map((v) => [v ?? 0]);
      canvas.variable = variable;
      return canvas;
    };
    const rounds = it.history.gamma.length;
    const promise = it.whyNotPromised ? `nothing is promised any more: ${it.whyNotPromised}` : `pays at most ${brief(1 + it.trust, 4)} times what its expert pays`;
    fill(
      this.body,
      make("p", { class: "why", "data-test": "foresight-why", text: `Agent ${it.name}: ${it.why}.` }),
      make(
        "table",
        { "data-test": "foresight" },
        make(
          "tbody",
          {},
          row("γ, how far it went to its plan", brief(it.gamma, 4), "0 is the expert, 1 the plan", "gamma"),
          row(it.accountOf === "own" ? "its account" : "the fleet’s account", brief(it.account, 5), promise, "account"),
          row("plan", vector(it.planned, 6), "what it would do if it trusted its forecasts"),
          row("expert", vector(it.expert, 6), "what ACORD does without them"),
          row("action", vector(it.action, 6), `before ${vector(it.before, 6)}`),
        ),
      ),
      make("h3", { text: "What it believes and plans" }),
      make(
        "table",
        { "data-test": "window" },
        make("thead", {}, make("tr", {}, ...["Round", "its cost is least at", "its plan"].map((text) => make("th", { scope: "col", text })))),
        make("tbody", {}, ...it.window.map((w) => make("tr", {}, make("th", { scope: "row", text: w.round === round ? `${w.round}, now` : String(w.round) }), make("td", { text: vector(w.believed, 5) }), make("td", { text: vector(w.planned, 5) })))),
      ),
      make("h3", { text: `γ and account over ${count(rounds, "round")}` }),
      make("div", { class: "sparks" }, spark(it.history.gamma, "--accent", `γ over ${count(rounds, "round")}`), spark(it.history.account, "--k1", `account over ${count(rounds, "round")}`)),
    );
    this.body.querySelectorAll("canvas.spark").forEach((one) => drawSpark(one, one.actions, one.variable));
  }

  forceTable(forces, largest, sum, rest, isFlat) {
    const cells = ["pull of", isFlat ? "← down · up →" : "strength", "force", "towards"].map((text, n) => make("span", { class: `head${n > 1 ? " num" : ""}`, text, role: "columnheader" }));
    const rows = [make("div", { role: "row", class: "contents" }, ...cells)];
    for (const force of forces) {
      const variable = variableOf(force);
      const bar = make("i", { variable });
      const strength = largest > 0 ? (isFlat ? force.force[0] : norm(force.force)) / largest : 0;
      bar.style.width = `${Math.abs(strength) * (isFlat ? 50 : 100)}%`;
      bar.style[strength < 0 ? "right" : "left"] = isFlat ? "50%" : "0";
      rows.push(
        make(
          "div",
          { role: "row", class: "contents", "data-test": "force", "data-force": force.force.join(" ") },
          make("span", { role: "rowheader" }, make("i", { class: "dot", variable }), wordOf(force)),
          make("span", { class: isFlat ? "force-bar flat" : "force-bar", role: "cell" }, bar),
          make("span", { class: "num", role: "cell", text: vector(force.force), title: force.force.join(", ") }),
          make("span", { class: "num soft", role: "cell", text: force.towards ? vector(force.towards) : "–", title: force.towards?.join(", ") }),
        ),
      );
    }
    const share = largest > 0 ? rest / largest : 0;
    rows.push(
      make(
        "div",
        { role: "row", class: "contents" },
        make("span", { class: "sum", role: "rowheader", text: "sum" }),
        make("span", { class: "sum soft", role: "cell", text: share < 1e-6 ? "zero up to rounding" : `${brief(share * 100, 2)} % of the largest` }),
        make("span", { class: "sum num", role: "cell", "data-test": "force-sum", text: vector(sum, 2), title: sum.join(", ") }),
        make("span", { class: "sum", role: "cell" }),
      ),
    );
    return make("div", { class: "forces", role: "table", "aria-label": "Forces" }, ...rows);
  }

  talk(it) {
    const told = it.told ?? [];
    const heard = new Map((it.heard ?? []).map((h) => [h.neighbour, h]));
    if (told.length === 0 && heard.size === 0) return [make("h3", { text: "Told and heard" }), make("p", { class: "soft", text: "Nothing crossed an edge of this agent in this round." })];
    const edges = new Map((it.bytesOnEdges ?? []).map((e) => [e.neighbour, e]));
    const spark = (actions, variable) => {
      const canvas = make("canvas", { class: "spark", role: "img", "aria-label": `${count(actions.length, "action")}, last ${actions.length > 0 ? vector(actions[actions.length - 1]) : "none"}` });
      canvas.actions = actions;
      canvas.variable = variable;
      return make("td", { title: actions.slice(0, 8).map((x) => vector(x)).join("  →  ") }, canvas);
    };
    const everybody = [...new Set([...told.map((x) => x.neighbour), ...heard.keys()])];
    const rows = everybody.map((j) => {
      const a = told.find((x) => x.neighbour === j) ?? { messages: 0, bytes: 0, actions: [] };
      const b = heard.get(j) ?? { messages: 0, bytes: 0, actions: [] };
      const edge = edges.get(j) ?? { toThem: a.bytes, fromThem: b.bytes };
      return make(
        "tr",
        {},
        make("th", { scope: "row" }, make("button", { type: "button", class: "link", text: a.name ?? b.name ?? String(j), title: "Explain this one", onclick: () => this.choose(j) })),
        make("td", { text: count(a.messages) }),
        spark(a.actions ?? [], "--accent"),
        make("td", { text: count(b.messages) }),
        spark(b.actions ?? [], "--k1"),
        make("td", { text: bytes(edge.toThem) }),
        make("td", { text: bytes(edge.fromThem) }),
      );
    });
    const heads = ["Neighbour", "Told", "its iterates", "Heard", "their iterates", "Bytes out", "Bytes in"];
    return [
      make("h3", { text: "Told and heard in this round" }),
      make("table", { "data-test": "talk" }, make("thead", {}, make("tr", {}, ...heads.map((text) => make("th", { scope: "col", text })))), make("tbody", {}, ...rows)),
    ];
  }
}
