/**
 * The studio's server. What it refuses comes back as a {@link Refusal} with all its complaints; that it is gone is told to whoever listens.
 */

export class Refusal extends Error {
  constructor(status, problem) {
    super(problem.detail || problem.title || `the server answered ${status}`);
    this.status = status;
    this.title = problem.title || `The server answered ${status}`;
    this.complaints = problem.complaints || [];
  }
}

export class Gone extends Error {}

const listeners = new Set();
let isHere = true;

/** Calls {@code listener(true | false)} whenever the server comes or goes. */
export const onPresence = (listener) => listeners.add(listener);

export function present(now) {
  if (now === isHere) return;
  isHere = now;
  listeners.forEach((listener) => listener(now));
}

async function send(method, path, body, signal, keepalive = false) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      signal,
      keepalive, // goes out even if the page is closed meanwhile
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (failure) {
    if (failure.name === "AbortError") throw failure;
    present(false);
    throw new Gone("The studio's server does not answer.");
  }
  present(true);
  const text = await answer.text();
  let json = null;
  try {
    json = text === "" ? {} : JSON.parse(text);
  } catch {
    json = null;
  }
  if (!answer.ok) throw new Refusal(answer.status, json ?? { title: `The server answered ${answer.status}`, detail: text.slice(0, 300) });
  if (json === null) throw new Refusal(answer.status, { title: "The server's answer is not JSON", detail: path });
  return json;
}

export const get = (path, signal) => send("GET", path, undefined, signal);
export const post = (path, body, signal) => send("POST", path, body, signal);

/** Ends a play that nobody looks at any more; whether that worked does not matter. */
export function forget(path) {
  send("DELETE", path, undefined, undefined, true).catch(() => {});
}

export const part = encodeURIComponent;
