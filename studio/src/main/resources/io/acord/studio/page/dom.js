/** Small helpers for the document. Text is always put in as text, never as markup. */

/** The element with this id, which the page is known to have. */
export const byId = (id) => document.getElementById(id);

/** An element with attributes ({@code on…} are listeners, {@code text} is its text) and children. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "text") element.textContent = value;
    else if (key === "variable") element.style.setProperty("--c", `var(${value})`);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Replaces the children of an element. */
export function fill(element, ...children) {
  element.replaceChildren(...children.filter((child) => child !== null && child !== undefined));
}

/** Sets a text only if it is another one, so that live regions speak up only then. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** A small picture of a policy's line. */
export function swatch(look) {
  const ns = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(ns, "svg");
  svg.setAttribute("class", "swatch");
  svg.setAttribute("viewBox", "0 0 26 10");
  svg.setAttribute("width", "26");
  svg.setAttribute("height", "10");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(ns, "line");
  for (const [key, value] of Object.entries({ x1: 0, x2: 26, y1: 5, y2: 5 })) line.setAttribute(key, value);
  line.style.stroke = `var(${look.variable})`;
  line.style.strokeWidth = "2.5";
  line.style.strokeDasharray = look.dashes.join(" ");
  svg.append(line);
  return svg;
}
