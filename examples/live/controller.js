// A controller beside a live agent, over HTTP: tells its cost, gets its action. Needs nothing but Node 18.
//
//     ./acord agent examples/live/north.yaml
//     node examples/live/controller.js http://127.0.0.1:7101 north 5
//     node examples/live/controller.js http://127.0.0.1:7101 0 costs.jsonl

const fs = require("fs");

const [address, agent, what = "10"] = process.argv.slice(2);
const file = what.endsWith(".jsonl") ? what : null;

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

// A body is told until the round is over; without one, a question. Whoever is not there yet is asked again.
async function ask(path, body) {
  for (;;) {
    try {
      const answer = await fetch(address + path, body && {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
      const json = await answer.json();
      if (answer.status === 200) return json;
      if (answer.status === 410) return { round: (await ask("/")).next - 1 }; // the fleet has gone on
      if (answer.status >= 400) {
        console.error(`${json.title}: ${json.detail} ${JSON.stringify(json.errors ?? "")}`);
        process.exit(1);
      }
    } catch (gone) { // the member is being started again: the same body gets the same answer
      await sleep(100);
    }
  }
}

// What this battery wants, in percent; from sensors, in earnest.
const wish = (round) => ({ alpha: 1, v: [50 + 20 * Math.sin(round / 4)] });

async function main() {
  const lines = file ? fs.readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line)) : [];
  const costs = new Map(lines.filter((line) => `${line.agent}` === agent).map((line) => [line.round, line.cost]));
  let round = (await ask("/")).next;
  const last = file ? Math.max(...costs.keys()) : Number(what) === 0 ? Infinity : round + Number(what) - 1;
  while (round <= last) {
    const action = await ask("/rounds", { round, agent, cost: costs.get(round) ?? wish(round) });
    console.log(JSON.stringify(action));
    round = action.round + 1;
  }
}

main();
