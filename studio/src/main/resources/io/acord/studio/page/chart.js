/**
 * Line charts and stacked bars on a canvas: a round or an iteration per step, linear or logarithmic, faint ghosts of an earlier run, a cursor,
 * and a tip with the numbers. Everything is drawn anew on every change; that is cheap at this size.
 */
import { brief } from "./format.js";
import { colour } from "./look.js";
import { make } from "./dom.js";

const FONT = '11px -apple-system, "Segoe UI", Inter, Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif';
const all = new Set();

/** Colours have changed. */
export function redrawCharts() {
  for (const chart of all) {
    if (chart.canvas.isConnected) chart.draw();
    else all.delete(chart);
  }
}

/** One tip for the page; charts and graphs share it. */
export const tip = {
  show(x, y, title, rows) {
    const element = document.getElementById("tip");
    const table = make("table", {});
    for (const row of rows) {
      table.append(make("tr", { variable: row.variable }, make("td", { text: row.name }), make("td", { text: row.value })));
    }
    element.replaceChildren(make("b", { text: title }), table);
    const box = element.getBoundingClientRect();
    const left = x + 16 + box.width > innerWidth ? x - box.width - 16 : x + 16;
    const top = Math.max(8, Math.min(innerHeight - box.height - 8, y - box.height / 2));
    element.style.transform = `translate(${Math.round(Math.max(8, left))}px, ${Math.round(top)}px)`;
    element.classList.add("shown");
  },
  hide() {
    document.getElementById("tip").classList.remove("shown");
  },
};

/** Round numbers that divide a range into a few pieces. */
export function ticks(low, high, wanted) {
  if (!(high > low)) return [low];
  const raw = (high - low) / wanted;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map((m) => m * power).find((s) => s >= raw * 0.999);
  const result = [];
  for (let n = Math.ceil(low / step - 1e-9); n * step <= high + step * 1e-9; n++) result.push(n === 0 ? 0 : Number((n * step).toPrecision(12)));
  return result;
}

/** Powers of ten; where they are few, 2 and 5 of each too; where there are none, as on a linear axis. */
function logTicks(low, high, wanted) {
  const decades = Math.log10(high / low);
  if (decades < 0.7) return ticks(low, high, wanted);
  const first = Math.floor(Math.log10(low));
  const last = Math.ceil(Math.log10(high));
  const step = Math.max(1, Math.ceil(decades / wanted));
  const factors = decades < wanted / 2.5 ? [1, 2, 5] : [1];
  const result = [];
  for (let p = first; p <= last; p++) {
    if (p % step !== 0) continue;
    for (const m of factors) {
      const v = Number(`${m}e${p}`);
      if (v >= low && v <= high) result.push(v);
    }
  }
  return result;
}

export class Chart {
  /**
   * @param figure element with a canvas in it
   * @param options x: name of the horizontal axis; log; zero: the axis starts at 0; pick(x): a click
   */
  constructor(figure, options = {}) {
    this.figure = figure;
    this.canvas = figure.querySelector("canvas");
    this.options = { x: "round", ...options };
    this.data = { series: [], stack: [], lines: [] };
    this.hovered = null;
    all.add(this);
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    this.canvas.addEventListener("pointermove", (event) => this.hover(event));
    this.canvas.addEventListener("pointerleave", () => {
      this.hovered = null;
      tip.hide();
      this.draw();
    });
    this.canvas.addEventListener("click", (event) => {
      const x = this.nearest(event);
      if (x !== null && this.options.pick) this.options.pick(x);
    });
  }

  /**
   * @param data series: [{name, variable, dashes, x, y, ghost, quiet, width}]; stack: the same, as bars; lines: [{y, name, variable}]; cursor; from, to: ends of the
   *     horizontal axis; empty: words where there is nothing
   */
  set(data) {
    this.data = { series: [], stack: [], lines: [], ...data };
    const last = {};
    for (const s of [...this.data.series, ...this.data.stack]) if (!s.ghost && s.y.length > 0) last[s.name] = s.y[s.y.length - 1];
    const ghosts = this.data.series.filter((s) => s.ghost).length;
    this.figure.dataset.last = JSON.stringify(last);
    this.figure.dataset.ghosts = String(ghosts);
    const words = Object.entries(last).map(([name, value]) => `${name} ${brief(value)}`);
    const title = this.figure.querySelector("figcaption b")?.textContent ?? "";
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", `${title}. ${words.length > 0 ? "Latest: " + words.join(", ") : (data.empty ?? "nothing yet")}`);
    this.draw();
  }

  log() {
    return this.data.log ?? this.options.log ?? false;
  }

  bounds() {
    const { series, stack, lines } = this.data;
    let low = Infinity;
    let high = -Infinity;
    let from = this.data.from ?? Infinity;
    let to = this.data.to ?? -Infinity;
    const see = (v) => {
      if (v === null || !Number.isFinite(v) || (this.log() && v <= 0)) return;
      low = Math.min(low, v);
      high = Math.max(high, v);
    };
    for (const s of series) {
      s.y.forEach(see);
      if (s.x.length > 0) {
        from = Math.min(from, s.x[0]);
        to = Math.max(to, s.x[s.x.length - 1]);
      }
    }
    if (stack.length > 0) {
      see(0);
      for (let n = 0; n < stack[0].x.length; n++) see(stack.reduce((sum, s) => sum + s.y[n], 0));
      from = Math.min(from, stack[0].x[0]) - 0.5;
      to = Math.max(to, stack[0].x[stack[0].x.length - 1]) + 0.5;
    }
    for (const line of lines) if (line.isSeen !== false) see(line.y);
    if (low === Infinity) return null;
    if (this.log()) {
      const floor = this.data.floor ?? 0;
      low = Math.max(low, floor, high * 1e-18);
      const room = Math.max(0.03, Math.log10(high / low) * 0.06);
      return { low: low * 10 ** -room, high: high * 10 ** room, from, to };
    }
    if (this.options.zero) low = Math.min(0, low);
    const room = (high - low || Math.abs(high) || 1) * 0.06;
    return { low: low === 0 ? 0 : low - room, high: high + room, from, to };
  }

  draw() {
    const { canvas } = this;
    const width = canvas.clientWidth;
    const height = canvas.clientHeight;
    if (width < 40 || height < 30) return;
    const scale = window.devicePixelRatio || 1;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    const g = canvas.getContext("2d");
    g.scale(scale, scale);
    g.font = FONT;
    const soft = colour("--soft");
    const bounds = this.bounds();
    if (bounds === null) {
      g.fillStyle = soft;
      g.textAlign = "center";
      g.fillText(this.data.empty ?? "nothing yet", width / 2, height / 2);
      this.frame = null;
      return;
    }
    let { low, high, from, to } = bounds;
    if (to === from) {
      from -= 0.5;
      to += 0.5;
    }
    const isLog = this.log();
    const wanted = Math.max(2, Math.min(7, Math.floor(height / 36)));
    const yTicks = isLog ? logTicks(low, high, wanted) : ticks(low, high, wanted);
    const left = Math.ceil(Math.max(26, ...yTicks.map((v) => g.measureText(brief(v)).width))) + 8;
    const top = 6;
    const right = 10;
    const bottom = 30;
    const inner = { x: left, y: top, w: width - left - right, h: height - top - bottom };
    const X = (v) => inner.x + ((v - from) / (to - from)) * inner.w;
    const Y = (v) => {
      const share = isLog ? Math.log(Math.max(v, low) / low) / Math.log(high / low) : (v - low) / (high - low);
      return inner.y + inner.h - share * inner.h;
    };
    this.frame = { inner, from, to, X };

    g.lineWidth = 1;
    g.strokeStyle = colour("--line");
    g.fillStyle = soft;
    g.textAlign = "right";
    g.textBaseline = "middle";
    for (const v of yTicks) {
      const y = Math.round(Y(v)) + 0.5;
      if (y < inner.y - 1 || y > inner.y + inner.h + 1) continue;
      g.beginPath();
      g.moveTo(inner.x, y);
      g.lineTo(inner.x + inner.w, y);
      g.stroke();
      g.fillText(brief(v), inner.x - 7, y);
    }
    g.textAlign = "center";
    g.textBaseline = "top";
    const whole = ticks(from, to, Math.max(2, Math.floor(inner.w / 52))).filter((v) => Number.isInteger(v));
    for (const v of whole) g.fillText(String(v), X(v), inner.y + inner.h + 5);
    g.textAlign = "right";
    g.fillText(this.options.x, inner.x + inner.w, inner.y + inner.h + 18);
    g.strokeStyle = colour("--base");
    g.beginPath();
    g.moveTo(inner.x, Math.round(inner.y + inner.h) + 0.5);
    g.lineTo(inner.x + inner.w, Math.round(inner.y + inner.h) + 0.5);
    g.stroke();

    g.save();
    g.beginPath();
    g.rect(inner.x - 3, inner.y - 4, inner.w + 6, inner.h + 8);
    g.clip();
    this.drawStack(g, X, Y);
    for (const line of this.data.lines) {
      g.strokeStyle = colour(line.variable ?? "--good");
      g.lineWidth = 1.5;
      g.setLineDash([5, 3]);
      g.beginPath();
      g.moveTo(inner.x, Y(line.y));
      g.lineTo(inner.x + inner.w, Y(line.y));
      g.stroke();
      g.setLineDash([]);
      g.fillStyle = g.strokeStyle;
      g.textAlign = "left";
      g.textBaseline = Y(line.y) < inner.y + 18 ? "top" : "bottom";
      g.fillText(line.name, inner.x + 6, Y(line.y) + (g.textBaseline === "top" ? 4 : -3));
    }
    const at = this.hovered ?? this.data.cursor;
    if (at !== null && at !== undefined) {
      g.strokeStyle = colour("--soft");
      g.globalAlpha = 0.55;
      g.lineWidth = 1;
      g.beginPath();
      g.moveTo(Math.round(X(at)) + 0.5, inner.y);
      g.lineTo(Math.round(X(at)) + 0.5, inner.y + inner.h);
      g.stroke();
      g.globalAlpha = 1;
    }
    const order = [...this.data.series].sort((a, b) => (b.ghost ? 1 : 0) - (a.ghost ? 1 : 0) || (a.front ? 1 : 0) - (b.front ? 1 : 0));
    for (const s of order) this.drawLine(g, s, X, Y, isLog, at);
    g.restore();
  }

  drawLine(g, s, X, Y, isLog, at) {
    g.strokeStyle = colour(s.variable);
    g.lineWidth = s.ghost ? 1.5 : (s.width ?? (s.front ? 2.6 : 1.8));
    g.globalAlpha = s.ghost ? 0.35 : s.quiet ? 0.55 : 1;
    g.setLineDash(s.dashes ?? []);
    g.lineJoin = "round";
    g.beginPath();
    let isDown = false;
    for (let n = 0; n < s.y.length; n++) {
      const v = s.y[n];
      if (v === null || !Number.isFinite(v) || (isLog && v < 0)) {
        isDown = false;
        continue;
      }
      if (isDown) g.lineTo(X(s.x[n]), Y(v));
      else g.moveTo(X(s.x[n]), Y(v));
      isDown = true;
    }
    g.stroke();
    g.setLineDash([]);
    const spot = s.y.length === 1 ? 0 : s.ghost ? -1 : s.x.indexOf(at);
    if (spot >= 0 && Number.isFinite(s.y[spot]) && s.y[spot] !== null && !(isLog && s.y[spot] <= 0 && !this.data.floor)) {
      g.fillStyle = colour(s.variable);
      g.beginPath();
      g.arc(X(s.x[spot]), Y(s.y[spot]), s.front || s.y.length === 1 ? 3.5 : 2.5, 0, 2 * Math.PI);
      g.fill();
    }
    g.globalAlpha = 1;
  }

  drawStack(g, X, Y) {
    const { stack, cursor } = this.data;
    if (stack.length === 0) return;
    const step = X(1) - X(0);
    const w = Math.max(1, step > 4 ? step - Math.min(3, step * 0.2) : step + 0.5);
    const colours = stack.map((s) => colour(s.variable));
    for (let n = 0; n < stack[0].x.length; n++) {
      let sum = 0;
      const x = stack[0].x[n];
      g.globalAlpha = cursor && x > cursor ? 0.4 : 1;
      stack.forEach((s, at) => {
        const y0 = Y(sum);
        sum += s.y[n];
        g.fillStyle = colours[at];
        g.fillRect(X(x) - w / 2, Y(sum), w, y0 - Y(sum));
      });
    }
    g.globalAlpha = 1;
  }

  nearest(event) {
    if (!this.frame) return null;
    const { inner, from, to } = this.frame;
    const x = event.offsetX;
    if (x < inner.x - 12 || x > inner.x + inner.w + 12) return null;
    const v = Math.round(from + ((x - inner.x) / inner.w) * (to - from));
    return Math.max(Math.ceil(from), Math.min(Math.floor(to), v));
  }

  hover(event) {
    const x = this.nearest(event);
    this.hovered = x;
    this.draw();
    if (x === null) return tip.hide();
    const rows = [...this.data.series, ...this.data.stack]
      .map((s) => ({ s, n: s.x.indexOf(x) }))
      .filter(({ s, n }) => n >= 0 && s.y[n] !== null)
      .sort((a, b) => b.s.y[b.n] - a.s.y[a.n])
      .map(({ s, n }) => ({ name: s.ghost ? `${s.name}, before` : s.name, value: brief(s.y[n], 5), variable: s.variable }));
    if (rows.length === 0) return tip.hide();
    const shown = rows.slice(0, 16);
    tip.show(event.clientX, event.clientY, `${this.options.x} ${x}`, shown);
  }
}
