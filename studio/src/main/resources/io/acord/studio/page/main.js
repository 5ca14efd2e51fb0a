/** The studio's page: views, keys, colours, and whether the server is there. */
import { get, onPresence } from "./api.js";
import { byId, say } from "./dom.js";
import { redrawCharts } from "./chart.js";
import { Play } from "./play.js";
import { Editor } from "./editor.js";
import { Adversary } from "./adversary.js";
import { Fleet } from "./fleet.js";
import { Runs } from "./runs.js";
import { Build } from "./build.js";

const NAMES = ["play", "adversary", "fleet", "runs", "build"];

// ---- colours: as the system, light or dark

const system = matchMedia("(prefers-color-scheme: dark)");
const printing = matchMedia("print");
const themes = ["auto", "light", "dark"];
let theme = "auto";
try {
  theme = themes.includes(localStorage.getItem("acord-theme")) ? localStorage.getItem("acord-theme") : "auto";
} catch {
  // no storage: as the system then
}

let redraw = () => {};

function paint() {
  const isDark = !printing.matches && (theme === "dark" || (theme === "auto" && system.matches));
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
  say(byId("theme-word"), { auto: "Auto", light: "Light", dark: "Dark" }[theme]);
  byId("theme").setAttribute("aria-label", `Colours: ${theme === "auto" ? "as the system" : theme}`);
  redraw();
}

system.addEventListener("change", paint);
printing.addEventListener("change", paint);
byId("theme").addEventListener("click", () => {
  theme = themes[(themes.indexOf(theme) + 1) % themes.length];
  try {
    localStorage.setItem("acord-theme", theme);
  } catch {
    // then it lasts as long as the page
  }
  paint();
});
paint();

// ---- views

const play = new Play();
const editor = new Editor(play);
const build = new Build(byId("view-build"), {
  play: (text) => {
    location.hash = "play";
    play.open(text);
  },
  edit: (text) => {
    location.hash = "play";
    editor.open(text);
  },
});
const views = { play, adversary: new Adversary(byId("view-adversary")), fleet: new Fleet(byId("view-fleet")), runs: new Runs(byId("view-runs")), build };
redraw = () => {
  redrawCharts();
  play.graph.draw();
  views.fleet.drawRing();
  if (play.meta && !byId("explain").hidden) play.refresh();
};

let current = null;

function route() {
  const wanted = location.hash.slice(1) || "play";
  const name = wanted === "explain" ? "play" : wanted;
  if (!NAMES.includes(name)) return;
  if (name !== current) {
    if (current) views[current].leave?.();
    current = name;
    for (const n of NAMES) {
      byId(`view-${n}`).hidden = n !== name;
      const link = document.querySelector(`nav a[data-view="${n}"]`);
      if (n === name) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    document.title = `${name[0].toUpperCase()}${name.slice(1)} · Acord studio`;
    views[name].enter?.();
  }
  if (wanted === "explain" && byId("explain").hidden && play.meta) play.explain(play.agent ?? 0);
}

addEventListener("hashchange", route);
route();
play.load();

// ---- keys

function toggleKeys(isOpen) {
  byId("keys").hidden = !isOpen;
  byId("keys-button").setAttribute("aria-expanded", String(isOpen));
}
byId("keys-button").addEventListener("click", () => toggleKeys(byId("keys").hidden));

addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target;
  const isText = target.matches("textarea, select, input:not([type=range]):not([type=checkbox])");
  if (event.key === "Escape" && !byId("keys").hidden) return toggleKeys(false);
  if (event.key === "Escape" && target.matches("input, select")) target.blur();
  if (isText || (!byId("editor").hidden && byId("editor").contains(target))) return;
  // A control's own keys stay its own: space presses buttons, arrows move sliders.
  if (event.key === " " && target.matches("button, a, input")) return;
  if (event.key.startsWith("Arrow") && target.matches("input[type=range]") && !(event.shiftKey && target.id === "round")) return;
  if (/^[1-5]$/.test(event.key)) {
    location.hash = NAMES[Number(event.key) - 1];
    return;
  }
  if (current === "play" && play.key(event)) event.preventDefault();
});

// ---- is the server there

let timer = 0;
onPresence((isHere) => {
  say(byId("presence"), isHere ? "" : "The studio's server is gone. Start it again: ./acord studio");
  clearInterval(timer);
  if (!isHere) {
    timer = setInterval(() => get("/api/examples").then(() => (play.meta === null ? play.load() : null)).catch(() => {}), 2000);
  } else if (current) {
    views[current].enter?.();
  }
});
// A page that nobody touches finds out too.
setInterval(() => {
  if (!document.hidden) get("/api/examples").catch(() => {});
}, 5000);

