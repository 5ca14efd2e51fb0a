/**
 * Adversary: the instance behind the lower bound, as a game. It is cheap to stay at 0 until the adversary strikes and 1 is the only place to be; nobody who cannot see
 * the future can promise less than 1/a for so many rounds, and ACORD's weights promise just that.
 */
import { get, part, post } from "./api.js";
import { brief, complaint } from "./format.js";
import { fill, make, say } from "./dom.js";
import { Chart } from "./chart.js";

const pause = (millis) => new Promise((done) => setTimeout(done, millis));

export class Adversary {
  constructor(box) {
    this.box = box;
    this.game = null;
    this.turn = 0;
    this.build();
  }

  build() {
    const number = (id, label, value, more = {}) => {
      const input = make("input", { id, "data-test": id, value, inputmode: "decimal", autocomplete: "off", ...more });
      return [make("label", { class: "field" }, make("span", { text: label }), input), input];
    };
    const [muField, mu] = number("adversary-mu", "μ of the costs", "0.05");
    const [roundsField, rounds] = number("adversary-rounds", "rounds", "20");
    this.mu = mu;
    this.rounds = rounds;
    this.slider = make("input", { type: "range", min: 0, max: 1, step: 0.01, value: 0, "data-test": "adversary-slider", "aria-label": "Your action" });
    this.sliderWord = make("output", { text: "0" });
    this.slider.addEventListener("input", () => say(this.sliderWord, brief(Number(this.slider.value), 3)));
    this.move = make("button", { type: "button", class: "main", text: "Move there", "data-test": "adversary-move", onclick: () => this.play(Number(this.slider.value)) });
    this.acord = make("button", { type: "button", text: "Let ACORD move", "data-test": "adversary-acord", onclick: () => this.play("acord") });
    this.all = make("button", { type: "button", text: "ACORD to the end", "data-test": "adversary-all", onclick: () => this.playAll() });
    this.fresh = make("button", { type: "button", text: "New game", "data-test": "adversary-new", onclick: () => this.begin() });
    this.words = make("p", { class: "flash", role: "status", "aria-live": "polite", "data-test": "adversary-words" });
    const tile = (label, test) => {
      const dd = make("dd", { text: "–", "data-test": test });
      return [make("div", {}, make("dt", { text: label }), dd), dd];
    };
    const tiles = [tile("Round", "adversary-round"), tile("You paid", "adversary-cost"), tile("The best in hindsight", "adversary-optimum"), tile("Your ratio", "adversary-ratio")];
    [this.roundTile, this.costTile, this.optimumTile, this.ratioTile] = tiles.map((t) => t[1]);
    this.body = make("tbody", {});
    const figure = make(
      "figure",
      { class: "chart", "data-test": "adversary-chart" },
      make("figcaption", {}, make("b", { text: "Ratio if the adversary asks in the next round" }), make("span", { class: "key" }, make("i", { class: "g0" }), "you", make("i", { class: "g1" }), "with λ = 1, which nobody beats here", make("i", { class: "g2" }), "with ACORD’s λ")),
      make("canvas", {}),
    );
    fill(
      this.box,
      make(
        "div",
        { class: "intro" },
        make("h1", { text: "Nobody who cannot see the future can promise less" }),
        make("p", {
          class: "soft",
          text: "Being at 0 costs nothing, being elsewhere μ/2 x² a round, and moving half the square of the step. Move before you are asked to, and the adversary stops: you have paid, and hindsight nothing. Wait, and it asks everybody to be at 1: you pay for the way at once, and hindsight would have crept there in time. The longer it has waited, the larger your ratio. For every number of rounds there is a least ratio that can be promised at all, and ACORD’s weights promise it.",
        }),
      ),
      make(
        "div",
        { class: "adversary-stage" },
        make(
          "section",
          { class: "panel", "aria-label": "Your move" },
          make("div", { class: "row" }, muField, roundsField, this.fresh),
          make("dl", { class: "tiles" }, ...tiles.map((t) => t[0])),
          make("div", { class: "your-move" }, make("label", {}, make("span", { class: "soft", text: "Your action " }), this.sliderWord, this.slider), make("div", { class: "row" }, this.move, this.acord, this.all)),
          this.words,
          make("div", { class: "moves", tabindex: 0, role: "region", "aria-label": "Moves" }, make("table", {}, make("thead", {}, make("tr", {}, ...["Round", "Action", "Paid so far", "Optimum", "Ratio"].map((text) => make("th", { scope: "col", text })))), this.body)),
        ),
        make("section", { class: "panel", "aria-label": "Ratio" }, figure),
      ),
    );
    this.chart = new Chart(figure, {});
  }

  enter() {
    if (!this.game) this.begin();
  }

  say(words, isBad = false) {
    this.words.classList.toggle("bad", isBad);
    say(this.words, words);
  }

  async begin() {
    const mine = ++this.turn;
    const mu = Number(this.mu.value);
    const rounds = Math.round(Number(this.rounds.value));
    this.say("Beginning …");
    try {
      const [curve, game] = await Promise.all([get(`/api/adversary?mu=${part(mu)}&rounds=${part(rounds)}`), post("/api/adversary/games", { mu, rounds })]);
      if (mine !== this.turn) return;
      this.curve = curve;
      this.game = game;
      this.say(game.words ?? "Your move.");
      this.show();
    } catch (failure) {
      const first = failure.complaints?.[0];
      this.say(first ? `${complaint(first)}; needed: ${first.needed}` : failure.message, true);
    }
  }

  async play(action) {
    if (!this.game || this.game.over) return false;
    const mine = this.turn;
    try {
      const game = await post(`/api/adversary/games/${part(this.game.id)}/move`, { action });
      if (mine !== this.turn) return false;
      this.game = { ...this.game, ...game };
      const said = this.game.words ?? (game.over ? `The adversary struck. You paid ${brief(game.ratio)} times the optimum.` : `Round ${game.round}: you are at ${brief(game.action)}.`);
      this.say(said);
      this.show();
      return true;
    } catch (failure) {
      this.say(failure.message, true);
      return false;
    }
  }

  async playAll() {
    const mine = this.turn;
    this.all.disabled = true;
    while (mine === this.turn && !this.game?.over && (await this.play("acord"))) await pause(60);
    this.show();
  }

  show() {
    const { game, curve } = this;
    const history = game.history ?? [];
    const last = history[history.length - 1];
    const quiet = game.rounds ?? Number(this.rounds.value);
    say(this.roundTile, history.length > quiet ? `${quiet} + the call` : `${history.length} / ${quiet}`);
    say(this.costTile, last ? brief(last.cost) : "–");
    say(this.optimumTile, last ? brief(last.optimum) : "–");
    say(this.ratioTile, game.caught ? "∞" : last ? brief(last.ratio) : "–");
    this.ratioTile.dataset.value = last ? String(last.ratio) : "";
    this.box.dataset.best = String(game.bestRatio ?? curve.bestRatio);
    this.box.dataset.moves = String(history.length);
    if (game.range) {
      this.slider.min = String(game.range[0]);
      this.slider.max = String(game.range[1]);
      this.slider.step = String((game.range[1] - game.range[0]) / 200);
    }
    for (const button of [this.move, this.acord, this.all]) button.disabled = game.over === true;
    this.slider.disabled = game.over === true;
    fill(
      this.body,
      ...[...history].reverse().map((h, n) => make("tr", {}, make("th", { scope: "row", text: String(h.round) }), make("td", { text: brief(h.action) }), make("td", { text: brief(h.cost) }), make("td", { text: brief(h.optimum) }), make("td", { text: n === 0 && game.caught ? "∞" : brief(h.ratio) }))),
    );
    // The move that answers the call has the ratio of the quiet rounds before it.
    const seen = history.filter((h, n) => h.round <= quiet && !(game.caught && n === history.length - 1));
    const series = [];
    if (curve.myopic) series.push({ name: "λ = 1", variable: "--k1", dashes: [6, 4], x: curve.rounds, y: curve.myopic });
    series.push({ name: "ACORD", variable: "--good", dashes: [2, 3], x: curve.rounds, y: curve.ratios });
    if (seen.length > 0) series.push({ name: "you", variable: "--accent", front: true, x: seen.map((h) => h.round), y: seen.map((h) => h.ratio) });
    const best = game.bestRatio ?? curve.bestRatio;
    this.chart.set({ series, lines: [{ y: best, name: `the least that can be promised for ${quiet + 1} rounds: ${brief(best, 5)}`, variable: "--ink" }], from: 1, to: Math.max(2, quiet), cursor: Math.min(last?.round ?? 0, quiet) || undefined });
  }
}
