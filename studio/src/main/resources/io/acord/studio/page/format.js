/** Numbers as people read them, the same way as in the report: four significant digits. */

const NARROW = "\u202F"; // a narrow space that does not break
const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

const raised = (n) => [...String(n)].map((c) => (c === "-" ? "⁻" : RAISED[+c])).join("");

/** 1.021, 12 350, 3.2×10⁷, ∞, or a dash where there is none. */
export function brief(value, digits = 4) {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  if (value === 0) return "0";
  const [mantissa, power] = Math.abs(value).toExponential(digits - 1).split("e");
  const exponent = Number(power);
  const sign = value < 0 ? "−" : "";
  if (exponent < -3 || exponent > 4) {
    const short = String(Number(mantissa));
    return sign + (short === "1" ? "" : short + "×") + "10" + raised(exponent);
  }
  let plain = Number(`${mantissa}e${power}`).toString();
  if (exponent === 4) plain = plain.slice(0, 2) + NARROW + plain.slice(2);
  return sign + plain;
}

/** All digits that tell this double from others. */
export const exact = (value) => (value === null || value === undefined ? "not available" : String(value));

/** 100 000, 1 agent, 20 agents. */
export function count(value, one) {
  const text = String(value);
  const grouped = text.length > 4 ? text.replace(/\B(?=(\d{3})+$)/g, NARROW) : text;
  return one === undefined ? grouped : `${grouped} ${value === 1 ? one : one + "s"}`;
}

export function bytes(value) {
  if (value === null || value === undefined) return "–";
  let rest = value;
  let step = 0;
  while (Math.abs(rest) >= 1000 && step < 4) {
    rest /= 1000;
    step++;
  }
  return `${brief(rest)} ${["", "k", "M", "G", "T"][step]}B`;
}

/** A vector: one number, or (a, b, …). */
export function vector(values, digits = 4) {
  if (values.length === 1) return brief(values[0], digits);
  const shown = values.slice(0, 6).map((v) => brief(v, digits));
  return `(${shown.join(", ")}${values.length > 6 ? ", …" : ""})`;
}

export const norm = (values) => Math.hypot(...values);

/** A complaint in one line. Its place in the file is said by the line number, not by a name that the text has not got. */
export const complaint = (c) => `${c.where.replace(/^[^:\s]*:\d+:\d+: ?/, "")} ${c.found}`;
