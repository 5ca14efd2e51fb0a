/** Fleet: a running swarm of this machine, as its processes tell it, and buttons to kill, pause and resume one. */
import { get, part, post } from "./api.js";
import { brief, bytes, complaint, count } from "./format.js";
import { colour } from "./look.js";
import { fill, make, say } from "./dom.js";

const FONT = '600 11px -apple-system, "Segoe UI", Inter, Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif';
const SURE_MILLIS = 6000;
const COLUMNS = ["Process", "State", "Round", "Iteration", "Peers", "Life", "Degraded", "Rejected", "p50 / p99", "Sent", "Certificate", ""];
const MEANINGS = {
  Peers: "peers that it has a link to, of those it needs",
  Life: "how often it was started",
  Degraded: "rounds in which it had to do without somebody",
  Rejected: "messages that no honest member sends",
  "p50 / p99": "time of a round",
};
const FED = ["Agent", "Member", "Fed at", "Told up to round", "Late", "If late", "What was said of the last"];
const VARIABLES = { up: "--good", finished: "--good", down: "--bad", paused: "--k5" };

export class Fleet {
  constructor(box) {
    this.box = box;
    this.key = null;
    this.status = null;
    this.rows = new Map();
    this.asking = new Map(); // process → what a person has to confirm
    this.build();
  }

  build() {
    this.select = make("select", { "data-test": "swarm", "aria-label": "Swarm", onchange: () => this.attach(this.select.value) });
    this.state = make("span", { class: "soft", role: "status", "data-test": "fleet-state" });
    this.again = make("button", { type: "button", text: "Look again", "data-test": "fleet-again", onclick: () => this.list() });
    this.flash = make("p", { class: "flash", role: "status", "aria-live": "polite", "data-test": "fleet-flash" });
    this.tbody = make("tbody", {});
    this.fed = make("tbody", {});
    this.controllers = make(
      "section",
      { class: "panel controllers", "aria-label": "Controllers", hidden: true },
      make("header", { class: "panel-head" }, make("h2", { text: "Controllers" })),
      make("div", { class: "fleet-table", tabindex: 0, role: "region", "aria-label": "Table of controllers" }, make("table", { "data-test": "controllers" }, make("thead", {}, make("tr", {}, ...FED.map((text) => make("th", { scope: "col", text })))), this.fed)),
    );
    this.log = make("ol", { class: "log", tabindex: 0, "data-test": "fleet-log", "aria-label": "News" });
    this.ring = make("canvas", { role: "img", "aria-label": "Processes and their links" });
    this.empty = make(
      "div",
      { class: "panel empty", "data-test": "fleet-empty", hidden: true },
      make("p", {}, "No swarm was found. Start one beside the studio: ", make("code", { text: "./acord swarm my.yaml --processes 8 --pace 500ms" })),
    );
    this.stage = make(
      "div",
      { hidden: true },
      make(
        "div",
        { class: "fleet-stage" },
        make("section", { class: "panel", "aria-label": "Links" }, make("header", { class: "panel-head" }, make("h2", { text: "Processes" })), make("div", { class: "ring" }, this.ring)),
        make(
          "section",
          { class: "panel", "aria-label": "Processes" },
          make("header", { class: "panel-head" }, make("h2", { text: "How they fare" }), (this.summary = make("span", { class: "where", "data-test": "fleet-summary" }))),
          make("div", { class: "fleet-table", tabindex: 0, role: "region", "aria-label": "Table of processes" }, make("table", { "data-test": "processes" }, make("thead", {}, make("tr", {}, ...COLUMNS.map((text) => make("th", { scope: "col", text, title: MEANINGS[text], "aria-label": text || "What to do" })))), this.tbody)),
        ),
        this.controllers,
        make("section", { class: "panel news", "aria-label": "News" }, make("header", { class: "panel-head" }, make("h2", { text: "News" })), this.log),
      ),
    );
    fill(
      this.box,
      make("div", { class: "bar" }, make("label", { class: "field wide-field" }, make("span", { text: "Swarm" }), this.select), this.again, this.elsewhere(), this.state, this.flash),
      this.empty,
      this.stage,
    );
    new ResizeObserver(() => this.drawRing()).observe(this.ring);
  }

  /** A swarm whose run is in another folder. */
  elsewhere() {
    const folder = make("input", { "data-test": "swarm-folder", placeholder: "folder of its run, or 127.0.0.1:9101", spellcheck: "false", autocomplete: "off", "aria-label": "Folder of a swarm elsewhere, or where members of this machine tell how they are, with commas between", title: "the folder of a swarm's run, or metrics addresses of members of this machine, with commas between" });
    const go = async (event) => {
      event.preventDefault();
      try {
        this.key = (await post("/api/swarms", { folder: folder.value.trim() })).key;
        this.tellFlash("");
        await this.list();
      } catch (failure) {
        const first = failure.complaints?.[0];
        this.tellFlash(first ? `${complaint(first)}; needed: ${first.needed}` : failure.message, true);
      }
    };
    return make("form", { class: "row", onsubmit: go }, make("label", { class: "field" }, make("span", { text: "Elsewhere" }), folder), make("button", { type: "submit", text: "Attach" }));
  }

  tellFlash(words, isBad = false) {
    this.flash.classList.toggle("bad", isBad);
    say(this.flash, words);
  }

  enter() {
    this.list();
  }

  leave() {
    this.detach();
  }

  async list() {
    say(this.state, "Looking for swarms …");
    let swarms;
    try {
      swarms = await get("/api/swarms");
    } catch (failure) {
      say(this.state, failure.message);
      return;
    }
    fill(this.select, ...swarms.map((s) => make("option", { value: s.key, text: `${s.key} · ${count(s.processes, "process").replace("processs", "processes")}${s.running ? "" : " · ended"}` })));
    this.select.disabled = swarms.length === 0;
    this.empty.hidden = swarms.length > 0;
    this.stage.hidden = swarms.length === 0;
    say(this.state, "");
    if (swarms.length === 0) return this.detach();
    const wanted = swarms.find((s) => s.key === this.key) ?? swarms.find((s) => s.running) ?? swarms[0];
    this.select.value = wanted.key;
    this.attach(wanted.key);
  }

  detach() {
    this.source?.close();
    this.source = null;
  }

  attach(key) {
    this.detach();
    if (key !== this.key) {
      this.rows.clear();
      this.asking.clear();
      fill(this.tbody);
      fill(this.log);
    }
    this.key = key;
    say(this.state, "Attaching …");
    const source = new EventSource(`/api/swarms/${part(key)}/events`);
    this.source = source;
    source.addEventListener("status", (event) => {
      say(this.state, "● live");
      this.show(JSON.parse(event.data));
    });
    source.addEventListener("error", () => {
      if (source === this.source) say(this.state, "Connection lost; trying again …");
    });
  }

  show(status) {
    this.status = status;
    this.box.dataset.swarm = this.key;
    const alive = new Set();
    for (const process of status.processes) {
      alive.add(process.name);
      this.showRow(process);
    }
    for (const [name, row] of this.rows) {
      if (!alive.has(name)) {
        row.remove();
        this.rows.delete(name);
      }
    }
    this.showFed(status.processes);
    const rounds = status.processes.map((p) => p.round).filter(Number.isFinite);
    const up = status.processes.filter((p) => p.state === "up").length;
    const at = rounds.length > 0 ? ` · round ${Math.min(...rounds)}${Math.max(...rounds) > Math.min(...rounds) ? ` to ${Math.max(...rounds)}` : ""}${status.horizon ? ` of ${status.horizon}` : ""}` : "";
    say(this.summary, `${up} of ${status.processes.length} up${at}`);
    const news = (status.log ?? []).map((line) => (typeof line === "string" ? line : `${line.when ?? ""} ${line.text ?? JSON.stringify(line)}`));
    const text = news.join("\n");
    if (this.log.dataset.text !== text) {
      this.log.dataset.text = text;
      fill(this.log, ...(news.length > 0 ? news.map((line) => make("li", { text: line })).reverse() : [make("li", { class: "soft", text: "nothing happened yet" })]));
    }
    this.drawRing();
  }

  /** Who feeds which agent, where agents are live. */
  showFed(processes) {
    const rows = processes.flatMap((p) => (p.feed?.agents ?? []).map((a) => ({ ...a, member: p.name, door: p.feed.door, policy: p.feed.late, round: p.round })));
    this.controllers.hidden = rows.length === 0;
    const key = JSON.stringify(rows);
    if (this.fed.dataset.key === key) return;
    this.fed.dataset.key = key;
    fill(
      this.fed,
      ...rows.map((a) => {
        const isBehind = Number.isFinite(a.round) && a.told < a.round;
        return make(
          "tr",
          { "data-agent": a.agent, "data-late": String(a.lateRounds) },
          make("th", { scope: "row", text: a.agent }),
          make("td", { text: a.member }),
          make("td", { text: a.door }),
          make("td", { class: isBehind ? "broken" : "", text: a.told === 0 ? "nothing yet" : String(a.told) }),
          make("td", { class: a.lateRounds > 0 ? "broken" : "", text: a.lateRounds === 0 ? "never" : count(a.lateRounds, "round") }),
          make("td", { text: a.policy === "hold" ? "its action is held" : "its cost is held" }),
          make("td", { class: "soft words", text: a.why || "–" }),
        );
      }),
    );
  }

  showRow(p) {
    let row = this.rows.get(p.name);
    if (!row) {
      row = make("tr", { "data-process": p.name }, make("th", { scope: "row" }), ...COLUMNS.slice(1).map(() => make("td", {})));
      row.cells[1].append(make("span", { class: "pill" }));
      row.cells[COLUMNS.length - 1].append(make("span", { class: "actions" }));
      this.rows.set(p.name, row);
      this.tbody.append(row);
    }
    const cells = row.cells;
    say(cells[0], p.name);
    cells[0].title = `${p.pid < 0 ? "" : `process ${p.pid} `}at ${p.address}, agents ${(p.agents ?? []).slice(0, 20).join(", ")}${(p.agents ?? []).length > 20 ? ", …" : ""}`;
    const pill = cells[1].firstChild;
    const kind = VARIABLES[p.state] ? p.state : "other";
    if (pill.className !== `pill ${kind}`) pill.className = `pill ${kind}`;
    say(pill, p.state);
    row.dataset.state = p.state;
    row.dataset.pid = String(p.pid);
    row.dataset.round = String(p.round ?? "");
    const millis = p.roundMillis;
    const texts = [
      p.round === null || p.round === undefined ? "–" : `${p.round}${this.status.horizon ? ` / ${this.status.horizon}` : ""}`,
      p.iteration ?? "–",
      p.peers === null || p.peers === undefined ? "–" : `${p.peersUp ?? "–"} / ${p.peers}`,
      p.life ?? "–",
      p.degraded ?? "–",
      p.rejected ?? "–",
      millis && millis.p50 !== null ? `${brief(millis.p50, 3)} / ${brief(millis.p99, 3)} ms` : "–",
      p.bytesSent === null || p.bytesSent === undefined ? "–" : bytes(p.bytesSent),
      p.certificate === null || p.certificate === undefined ? "–" : brief(p.certificate, 3),
    ];
    texts.forEach((text, n) => say(cells[n + 2], String(text)));
    cells[4].className = p.state !== "finished" && p.peers > 0 && p.peersUp < p.peers ? "broken" : "";
    cells[7].className = p.rejected > 0 ? "broken" : "";
    this.showActions(p, cells[COLUMNS.length - 1].firstChild);
  }

  showActions(p, box) {
    if (p.pid < 0) return; // nobody here started it
    const asked = this.asking.get(p.name);
    const key = asked ? `sure ${asked}` : p.state;
    if (box.dataset.key === key) return;
    const hadFocus = box.contains(document.activeElement);
    box.dataset.key = key;
    const button = (text, test, onclick, more = {}) => make("button", { type: "button", text, "data-test": test, onclick, ...more });
    if (asked) {
      const sure = button(`Yes, ${asked}`, "sure", () => this.act(p.name, asked), { class: "bad", "aria-label": `Yes, ${asked} ${p.name}` });
      fill(box, sure, button("No", "not-sure", () => this.ask(p.name, null)));
      if (hadFocus) sure.focus();
      return;
    }
    const isOver = p.state === "finished";
    fill(
      box,
      p.state === "paused"
        ? button("Resume", "resume", () => this.act(p.name, "resume"), { "aria-label": `Resume ${p.name}` })
        : button("Pause", "pause", () => this.ask(p.name, "pause"), { disabled: p.state !== "up", "aria-label": `Pause ${p.name}` }),
      button("Kill", "kill", () => this.ask(p.name, "kill"), { disabled: isOver || p.state === "down", "aria-label": `Kill ${p.name}` }),
    );
    if (hadFocus) box.querySelector("button:not(:disabled)")?.focus();
  }

  /** Asks whether that is meant, in place of the buttons; the question goes away by itself. */
  ask(name, what) {
    if (what === null) this.asking.delete(name);
    else {
      this.asking.set(name, what);
      setTimeout(() => {
        if (this.asking.get(name) === what) this.ask(name, null);
      }, SURE_MILLIS);
    }
    const p = this.status.processes.find((one) => one.name === name);
    if (p) this.showRow(p);
  }

  async act(name, what) {
    this.ask(name, null);
    try {
      await post(`/api/swarms/${part(this.key)}/processes/${part(name)}/${what}`, {});
      this.tellFlash(`${name}: ${{ kill: "killed; the swarm starts it again", pause: "paused", resume: "resumed" }[what]}.`);
    } catch (failure) {
      this.tellFlash(`${name} was not ${{ kill: "killed", pause: "paused", resume: "resumed" }[what]}: ${failure.message}`, true);
    }
  }

  /** Processes on a circle, with their links. */
  drawRing() {
    const canvas = this.ring;
    const w = canvas.clientWidth;
    const h = canvas.clientHeight;
    if (w < 40 || h < 40 || !this.status) return;
    const scale = window.devicePixelRatio || 1;
    canvas.width = Math.round(w * scale);
    canvas.height = Math.round(h * scale);
    const g = canvas.getContext("2d");
    g.scale(scale, scale);
    const all = this.status.processes;
    const n = all.length;
    const r = Math.max(7, Math.min(17, (Math.PI * Math.min(w, h) * 0.32) / n));
    const R = Math.min(w - 90, h - 30) / 2 - r;
    const at = new Map(all.map((p, i) => {
      const angle = (2 * Math.PI * i) / n - Math.PI / 2;
      return [p.name, [w / 2 + R * Math.cos(angle), h / 2 + R * Math.sin(angle)]];
    }));
    const stateOf = new Map(all.map((p) => [p.name, p.state]));
    for (const link of this.status.links ?? []) {
      const a = at.get(link.from);
      const b = at.get(link.to);
      if (!a || !b) continue;
      const isUp = link.isUp && stateOf.get(link.from) !== "down" && stateOf.get(link.to) !== "down";
      g.strokeStyle = colour(isUp ? "--base" : "--bad");
      g.lineWidth = isUp ? 1.4 : 1.8;
      g.setLineDash(isUp ? [] : [4, 4]);
      g.beginPath();
      g.moveTo(...a);
      g.lineTo(...b);
      g.stroke();
    }
    g.setLineDash([]);
    g.font = FONT;
    g.textAlign = "center";
    g.textBaseline = "middle";
    for (const p of all) {
      const [x, y] = at.get(p.name);
      g.fillStyle = colour(VARIABLES[p.state] ?? "--idle");
      g.strokeStyle = colour("--panel");
      g.lineWidth = 2;
      g.beginPath();
      g.arc(x, y, r, 0, 2 * Math.PI);
      g.fill();
      g.stroke();
      g.fillStyle = colour("--paper");
      if (r >= 11) g.fillText(p.round ?? "", x, y + 0.5);
      g.fillStyle = colour("--soft");
      if (n > 40) continue;
      const side = Math.abs(x - w / 2) < 4 ? 0 : Math.sign(x - w / 2);
      const above = Math.abs(y - h / 2) < 4 || side !== 0 ? 0 : Math.sign(y - h / 2);
      g.textAlign = side === 0 ? "center" : side < 0 ? "right" : "left";
      g.fillText(p.name, x + side * (r + 6), y + above * (r + 10));
      g.textAlign = "center";
    }
    canvas.setAttribute("aria-label", `Processes: ${all.map((p) => `${p.name} ${p.state}, round ${p.round}`).join("; ")}`);
  }
}
