/**
 * The fleet on a canvas: agents coloured by action, edges by their share of the dissimilarity cost, drones where they are, with trails. Nothing of it is an element of
 * the document, so a thousand agents stay fluent; agents of one colour and edges of one weight are drawn in one stroke.
 */
import { brief, vector } from "./format.js";
import { colour, STEPS } from "./look.js";
import { tip } from "./chart.js";

const FONT = '600 11px -apple-system, "Segoe UI", Inter, Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif';
const EDGE_LEVELS = 6;
const MOVE_MILLIS = 220;

export class GraphView {
  /** @param pick called with the agent that was clicked */
  constructor(canvas, pick) {
    this.canvas = canvas;
    this.pick = pick;
    this.scene = null;
    this.chosen = null;
    this.hovered = null;
    new ResizeObserver(() => this.draw()).observe(canvas);
    canvas.addEventListener("pointermove", (event) => this.hover(event));
    canvas.addEventListener("pointerleave", () => {
      this.hovered = null;
      tip.hide();
      this.draw();
    });
    canvas.addEventListener("click", (event) => {
      const agent = this.agentAt(event.offsetX, event.offsetY);
      if (agent !== null) this.pick(agent);
    });
  }

  /**
   * @param scene places: [[x, y], ...] (0..1, y down), or positions: [[x, y(, z)], ...] in the world with trails: [positions, ...] and obstacles: [[...centre, radius], ...]; edges: [[i, j], ...]; differences: per edge
   *     or null; values: per agent; actions; low, high: ends of the colour scale; sizes: agents per group or null; names or null
   */
  show(scene) {
    const before = this.scene;
    const from = before && before.values.length === scene.values.length ? this.now() : null;
    this.scene = scene;
    this.target = this.world(scene);
    this.from = from;
    cancelAnimationFrame(this.frame);
    const still = from === null || matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
    if (still) {
      this.progress = 1;
      this.draw();
      return;
    }
    const start = performance.now();
    const step = (time) => {
      this.progress = Math.min(1, Math.max(0, (time - start) / MOVE_MILLIS));
      this.draw();
      if (this.progress < 1) this.frame = requestAnimationFrame(step);
    };
    this.progress = 0;
    this.frame = requestAnimationFrame(step);
  }

  clear() {
    this.scene = null;
    cancelAnimationFrame(this.frame);
    this.draw();
  }

  choose(agent) {
    this.chosen = agent;
    this.draw();
  }

  /** Where agents are and what box they need: of the world, before it is fitted into the canvas. */
  world(scene) {
    const flat = (p) => (p.length > 2 ? [p[0] + 0.35 * p[2], -p[1] * 0.8 - 0.6 * p[2]] : [p[0], -(p[1] ?? 0)]);
    const points = scene.positions ? scene.positions.map(flat) : scene.places;
    const trails = scene.positions ? scene.trails.map((one) => one.map(flat)) : [];
    const obstacles = scene.positions ? scene.obstacles.map((o) => ({ centre: flat(o.slice(0, -1)), radius: o[o.length - 1] })) : [];
    let box = [0, 0, 1, 1];
    if (scene.positions) {
      box = [Infinity, Infinity, -Infinity, -Infinity];
      for (const group of [points, ...trails]) {
        for (const [x, y] of group) box = [Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x), Math.max(box[3], y)];
      }
    }
    return { points, trails, obstacles, box, values: scene.values };
  }

  /** What is seen at this moment of a movement. */
  now() {
    const { from, target, progress } = this;
    if (!from || progress >= 1) return target;
    const e = 1 - (1 - progress) ** 3;
    const mix = (a, b) => a + (b - a) * e;
    return {
      points: target.points.map((p, i) => [mix(from.points[i][0], p[0]), mix(from.points[i][1], p[1])]),
      trails: target.trails,
      obstacles: target.obstacles,
      box: target.box.map((v, n) => mix(from.box[n], v)),
      values: target.values.map((v, i) => mix(from.values[i], v)),
    };
  }

  fit(box, width, height, pad) {
    const w = Math.max(1e-9, box[2] - box[0]);
    const h = Math.max(1e-9, box[3] - box[1]);
    const scale = Math.min((width - 2 * pad) / w, (height - 2 * pad) / h);
    const dx = (width - scale * w) / 2 - scale * box[0];
    const dy = (height - scale * h) / 2 - scale * box[1];
    return ([x, y]) => [x * scale + dx, y * scale + dy];
  }

  radius(i, width, height) {
    const { scene } = this;
    const n = scene.values.length;
    const plain = Math.max(2.2, Math.min(13, 0.22 * Math.sqrt((width * height) / n)));
    if (!scene.sizes) return scene.positions ? Math.min(plain, 9) : plain;
    return Math.max(3, plain * 0.9 * Math.sqrt(scene.sizes[i] / this.largestGroup));
  }

  draw() {
    const { canvas, scene } = this;
    const width = canvas.clientWidth;
    const height = canvas.clientHeight;
    if (width < 40 || height < 40) return;
    const ratio = window.devicePixelRatio || 1;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    const g = canvas.getContext("2d");
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    g.clearRect(0, 0, width, height);
    if (!scene) return;
    if (scene.sizes) this.largestGroup = Math.max(...scene.sizes);
    const seen = this.now();
    const place = this.fit(seen.box, width, height, scene.positions ? 34 : 26);
    const at = seen.points.map(place);
    this.at = at;
    this.drawObstacles(g, seen.obstacles, place, width, height);
    this.drawTrails(g, seen.trails, place);
    this.drawEdges(g, at);
    this.drawAgents(g, at, seen.values, width, height);
    // Where small fleets' agents are drawn, for those who cannot see the canvas: browser tests click there.
    if (at.length <= 64 && this.progress >= 1) canvas.dataset.places = JSON.stringify(at.map((p) => p.map(Math.round)));
  }

  /** Those that can be seen from where the fleet is; it, not they, decides what is shown. */
  drawObstacles(g, obstacles, place, width, height) {
    g.fillStyle = colour("--idle");
    g.globalAlpha = 0.35;
    let seen = 0;
    for (const { centre, radius } of obstacles) {
      const [x, y] = place(centre);
      const r = place([centre[0] + radius, centre[1]])[0] - x;
      if (x + r < 0 || x - r > width || y + r < 0 || y - r > height) continue;
      seen++;
      g.beginPath();
      g.arc(x, y, r, 0, 2 * Math.PI);
      g.fill();
    }
    g.globalAlpha = 1;
    this.canvas.dataset.obstacles = String(seen);
  }

  drawTrails(g, trails, place) {
    if (trails.length < 2) return;
    g.strokeStyle = colour("--accent");
    g.lineWidth = 1.2;
    const agents = trails[0].length;
    for (let n = 1; n < trails.length; n++) {
      g.globalAlpha = 0.08 + (0.4 * n) / trails.length;
      g.beginPath();
      for (let i = 0; i < agents; i++) {
        g.moveTo(...place(trails[n - 1][i]));
        g.lineTo(...place(trails[n][i]));
      }
      g.stroke();
    }
    g.globalAlpha = 1;
  }

  drawEdges(g, at) {
    const { edges, differences, weights } = this.scene;
    const shares = differences ?? null;
    let most = 0;
    if (shares) for (const v of shares) most = Math.max(most, v);
    const levels = Array.from({ length: EDGE_LEVELS }, () => []);
    edges.forEach((edge, e) => {
      const share = most > 0 ? Math.sqrt(shares[e] / most) : 0;
      levels[Math.min(EDGE_LEVELS - 1, Math.floor(share * EDGE_LEVELS))].push(edge);
    });
    const thin = edges.length > 3000 ? 0.4 : edges.length > 600 ? 0.6 : 1;
    const base = colour("--base");
    const hot = colour("--edge");
    let heaviest = 1;
    if (weights) for (const w of weights) heaviest = Math.max(heaviest, w);
    levels.forEach((some, level) => {
      if (some.length === 0) return;
      const share = level / (EDGE_LEVELS - 1);
      g.strokeStyle = share < 0.15 ? base : hot;
      g.globalAlpha = share < 0.15 ? 0.55 * thin : (0.25 + 0.75 * share) * (thin < 1 ? 0.8 : 1);
      g.lineWidth = (0.8 + 2.8 * share) * thin;
      g.beginPath();
      for (const [i, j] of some) {
        g.moveTo(at[i][0], at[i][1]);
        g.lineTo(at[j][0], at[j][1]);
      }
      g.stroke();
    });
    if (this.chosen !== null) {
      g.globalAlpha = 1;
      g.strokeStyle = colour("--accent");
      g.lineWidth = 2;
      g.beginPath();
      for (const [i, j] of edges) {
        if (i !== this.chosen && j !== this.chosen) continue;
        g.moveTo(at[i][0], at[i][1]);
        g.lineTo(at[j][0], at[j][1]);
      }
      g.stroke();
    }
    g.globalAlpha = 1;
  }

  drawAgents(g, at, values, width, height) {
    const { low, high, names, sizes } = this.scene;
    const span = high > low ? high - low : 1;
    const buckets = Array.from({ length: 65 }, () => []);
    values.forEach((v, i) => {
      if (!Number.isFinite(v)) buckets[64].push(i);
      else buckets[high > low ? Math.max(0, Math.min(63, Math.round(((v - low) / span) * 63))) : 32].push(i);
    });
    const edge = colour("--rim");
    const rim = values.length <= 400 ? 1.5 : 0.6;
    buckets.forEach((some, n) => {
      if (some.length === 0) return;
      g.fillStyle = n === 64 ? "#888888" : STEPS[n];
      g.strokeStyle = edge;
      g.lineWidth = rim;
      g.beginPath();
      for (const i of some) {
        const r = this.radius(i, width, height);
        g.moveTo(at[i][0] + r, at[i][1]);
        g.arc(at[i][0], at[i][1], r, 0, 2 * Math.PI);
      }
      g.fill();
      g.stroke();
    });
    const plain = this.radius(0, width, height);
    if (names && !sizes && values.length <= 60 && plain >= 9) {
      g.font = FONT;
      g.textAlign = "center";
      g.textBaseline = "middle";
      values.forEach((v, i) => {
        const name = names[i];
        const share = (v - low) / span;
        if (name.length <= 3) {
          g.fillStyle = share > 0.62 ? "#16191d" : "#ffffff";
          g.fillText(name, at[i][0], at[i][1] + 0.5);
        } else {
          g.fillStyle = colour("--soft");
          g.fillText(name.length > 14 ? name.slice(0, 13) + "…" : name, at[i][0], at[i][1] + plain + 9);
        }
      });
    }
    for (const [i, variable, w] of [
      [this.hovered, "--soft", 1.5],
      [this.chosen, "--accent", 2.5],
    ]) {
      if (i === null || i === undefined || i >= at.length) continue;
      g.strokeStyle = colour(variable);
      g.lineWidth = w;
      g.beginPath();
      g.arc(at[i][0], at[i][1], this.radius(i, width, height) + 3.5, 0, 2 * Math.PI);
      g.stroke();
    }
  }

  /** The agent under a point of the canvas, or null. */
  agentAt(x, y) {
    if (!this.scene || !this.at) return null;
    let best = null;
    let nearest = Infinity;
    const { clientWidth: w, clientHeight: h } = this.canvas;
    this.at.forEach((p, i) => {
      const far = Math.hypot(p[0] - x, p[1] - y) - this.radius(i, w, h);
      if (far < nearest) {
        nearest = far;
        best = i;
      }
    });
    return nearest <= 6 ? best : null;
  }

  hover(event) {
    const i = this.agentAt(event.offsetX, event.offsetY);
    this.canvas.classList.toggle("pointing", i !== null);
    if (i !== this.hovered) {
      this.hovered = i;
      this.draw();
    }
    if (i === null) return tip.hide();
    const { scene } = this;
    const title = scene.sizes ? `group ${i}` : `agent ${scene.names ? scene.names[i] : i}`;
    const rows = [{ name: scene.sizes ? "mean action" : "action", value: vector(scene.actions[i]) }];
    if (scene.sizes) rows.push({ name: "agents", value: brief(scene.sizes[i]) });
    if (scene.positions) rows.push({ name: "position", value: vector(scene.positions[i]) });
    tip.show(event.clientX, event.clientY, title, rows);
  }
}
