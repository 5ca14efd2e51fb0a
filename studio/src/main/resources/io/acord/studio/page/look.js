/**
 * How a policy, an action and a part of the cost are drawn everywhere: the colours and dashes of the report. A policy keeps its colour
 * whatever scenario it plays in; names that Figure 1 does not know get a free one.
 */

const KNOWN = [
  "acord", "acord-jacobi", "acord+", "acord-certified", "lpc(1)", "lpc(10)", "robd", "myopic", "local", "follow-the-minimizer",
];
const DASHES = [[], [8, 3], [2.5, 2.5], [9, 3, 2, 3]];
const slots = new Map(KNOWN.map((name, n) => [name, n]));

const VIRIDIS = [0x440154, 0x482878, 0x3e4989, 0x31688e, 0x26828e, 0x1f9e89, 0x35b779, 0x6dcd59, 0xb4de2c, 0xfde725];

/** The colour of a style sheet's variable as it is now. */
export const colour = (variable) => getComputedStyle(document.documentElement).getPropertyValue(variable).trim();

/** Gives policies that play together and are not known yet colours that the others of them do not have, as long as there are any. */
export function adopt(names) {
  for (const name of names) {
    if (name === "opt" || slots.has(name)) continue;
    const taken = new Set(names.filter((n) => slots.has(n)).map((n) => slots.get(n) % 10));
    const used = new Set(slots.values());
    let slot = 10;
    while (used.has(slot) || (taken.size < 10 && taken.has(slot % 10))) slot++;
    slots.set(name, slot);
  }
}

/** The look of a policy. {@code opt} is no contender, so it is drawn in the colour of the text. */
export function look(name) {
  if (name === "opt") return { variable: "--ink", dashes: [1.5, 3], slot: -1 };
  adopt([name]);
  const n = slots.get(name);
  return { variable: `--k${n % 10}`, dashes: DASHES[(n + Math.floor(n / 20)) % 4], slot: n };
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
