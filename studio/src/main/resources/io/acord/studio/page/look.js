/**
 * How a policy, an action and a part of the cost are drawn everywhere: the colours and dashes of the report. A policy keeps its look
 * whatever scenario it plays in, by its name: this is PolicyPalette of the lab, and a test compares them.
 */

const KNOWN = [
  "acord", "acord-jacobi", "acord+", "acord-certified", "acord-auto", "lpc(1)", "lpc(10)", "robd", "local", "follow-the-minimizer",
];
const COLOURS = 10;
const LOOKS = 280;
const DASHES = [[], [8, 3], [2.5, 2.5], [9, 3, 2, 3]];
let slots = new Map();

const VIRIDIS = [0x440154, 0x482878, 0x3e4989, 0x31688e, 0x26828e, 0x1f9e89, 0x35b779, 0x6dcd59, 0xb4de2c, 0xfde725];

/** The colour of a style sheet's variable as it is now. */
export const colour = (variable) => getComputedStyle(document.documentElement).getPropertyValue(variable).trim();

/** The look that the letters of a name give, by FNV-1a; the first colour is ACORD's, which nearly always plays. */
function first(name) {
  let hash = 0x811c9dc5;
  for (const letter of new TextEncoder().encode(name)) hash = Math.imul(hash ^ letter, 0x01000193);
  const others = COLOURS - 1;
  const n = (hash >>> 0) % ((LOOKS / COLOURS) * others);
  return Math.floor(n / others) * COLOURS + 1 + (n % others);
}

function free(name, taken) {
  const colours = new Set([...taken].map((slot) => slot % COLOURS));
  const start = first(name);
  for (let step = 0; step < LOOKS; step++) {
    const slot = (start + step) % LOOKS;
    if (!taken.has(slot) && (colours.size === COLOURS || !colours.has(slot % COLOURS))) return slot;
  }
  return start;
}

/** Gives policies that are shown together their looks. */
export function adopt(names) {
  slots = new Map(names.filter((name) => KNOWN.includes(name)).map((name) => [name, KNOWN.indexOf(name)]));
  for (const name of names) {
    if (name !== "opt" && !slots.has(name)) slots.set(name, free(name, new Set(slots.values())));
  }
}

/** The look of a policy. {@code opt} is no contender, so it is drawn in the colour of the text. */
export function look(name) {
  if (name === "opt") return { variable: "--ink", dashes: [1.5, 3], slot: -1 };
  const n = slots.get(name) ?? (KNOWN.includes(name) ? KNOWN.indexOf(name) : first(name));
  return { variable: `--k${n % 10}`, dashes: DASHES[(n + Math.floor(n / 70)) % DASHES.length], slot: n };
}

/** A colour for a share of 0 to 1: dark blue to yellow, which colour-blind people tell apart too. */
export function ramp(share) {
  if (!Number.isFinite(share)) return "#888888";
  const at = Math.max(0, Math.min(1, share)) * (VIRIDIS.length - 1);
  const from = Math.min(VIRIDIS.length - 2, Math.floor(at));
  const mix = (shift) => {
    const a = (VIRIDIS[from] >> shift) & 255;
    const b = (VIRIDIS[from + 1] >> shift) & 255;
    return Math.round(a + (b - a) * (at - from));
  };
  return `rgb(${mix(16)},${mix(8)},${mix(0)})`;
}

/** 64 steps of the ramp, so that a thousand agents need no thousand colour strings. */
export const STEPS = Array.from({ length: 64 }, (_, n) => ramp(n / 63));
