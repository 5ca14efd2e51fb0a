/**
 * The scenario as text. Every complaint of the server stands at its line, the same as on the command line. It can be read from a file of
 * this computer and saved: to the file that the studio was started with, or as a copy that the browser downloads.
 */
import { post } from "./api.js";
import { complaint } from "./format.js";
import { byId, fill, make, say } from "./dom.js";

export class Editor {
  /** @param play the view that plays what is written here */
  constructor(play) {
    this.play = play;
    this.box = byId("editor");
    this.text = byId("text");
    this.word = byId("editor-word");
    this.lines = new Set();
    this.turn = 0;
    byId("edit").addEventListener("click", () => this.toggle());
    byId("editor-close").addEventListener("click", () => this.close());
    byId("editor-play").addEventListener("click", () => this.go());
    byId("editor-open").addEventListener("change", (event) => this.read(event.target));
    byId("editor-save").addEventListener("click", () => this.save());
    byId("editor-copy").addEventListener("click", () => this.saveCopy());
    this.text.addEventListener("input", () => {
      this.number();
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.check(), 300);
    });
    this.text.addEventListener("scroll", () => (byId("gutter").scrollTop = this.text.scrollTop));
    this.box.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
      if (event.key === "s" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        this.save();
      }
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.go();
    });
  }

  toggle() {
    if (this.box.hidden) this.open();
    else this.close();
  }

  /** @param text what is in it; what is played if nothing is said */
  open(text = this.play.text) {
    const own = this.play.examples.find((e) => e.key === "file");
    this.isOwn = own !== undefined && own.text === text;
    this.text.value = text;
    this.box.hidden = false;
    byId("edit").setAttribute("aria-expanded", "true");
    this.complain([]);
    this.text.focus();
    this.text.setSelectionRange(0, 0);
    this.text.scrollTop = 0;
    this.check();
  }

  close() {
    this.box.hidden = true;
    byId("edit").setAttribute("aria-expanded", "false");
    byId("edit").focus();
  }

  /** Puts a file of this computer into the editor. Nothing is sent anywhere but to be checked and played. */
  async read(input) {
    const [file] = input.files;
    input.value = ""; // the same file may be chosen again
    if (!file) return;
    if (file.size > 1000000) return say(this.word, `${file.name} is larger than a scenario can be here`);
    this.isOwn = false;
    this.text.value = await file.text();
    this.number();
    await this.check();
  }

  /** Saves to the studio's own file what was opened from it; anything else is downloaded, so that nothing takes its place by mistake. */
  async save() {
    const own = this.play.examples.find((e) => e.key === "file");
    if (!own || !this.isOwn) return this.saveCopy();
    await this.checkNow();
    try {
      const text = this.text.value;
      const { version } = await post("/api/file", { text, version: own.version });
      Object.assign(own, { text, version });
      say(this.word, `✓ saved ${own.title}`);
    } catch (failure) {
      say(this.word, failure.message);
    }
  }

  async saveCopy() {
    await this.checkNow();
    const name = /^name:\s*["']?([\w.-]+)/m.exec(this.text.value)?.[1] ?? "scenario";
    const link = make("a", { href: URL.createObjectURL(new Blob([this.text.value], { type: "text/yaml" })), download: `${name}.yaml` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    say(this.word, `✓ ${name}.yaml is among the browser's downloads`);
  }

  number() {
    const total = this.text.value.split("\n").length;
    const parts = [];
    let plain = "";
    for (let n = 1; n <= total; n++) {
      if (this.lines.has(n)) {
        if (plain !== "") parts.push(plain);
        plain = "";
        parts.push(make("b", { text: String(n), "data-line": n }));
      } else plain += `${n}\n`;
    }
    fill(byId("gutter"), ...parts, plain, "\n\n");
    byId("gutter").scrollTop = this.text.scrollTop;
  }

  complain(unsorted) {
    const complaints = [...unsorted].sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
    this.lines = new Set(complaints.map((c) => c.line).filter(Boolean));
    this.number();
    this.text.setAttribute("aria-invalid", String(complaints.length > 0));
    fill(
      byId("complaints"),
      ...complaints.map((c) =>
        make(
          "li",
          { "data-line": c.line },
          make("button", { type: "button", text: `${c.line ? `line ${c.line}: ` : ""}${complaint(c)}`, onclick: () => this.jump(c.line) }),
          make("span", { text: `needed: ${c.needed}` }),
          c.fix ? make("span", { class: "fix", text: `fix: ${c.fix}` }) : null,
        ),
      ),
    );
  }

  jump(line) {
    if (!line) return this.text.focus();
    const lines = this.text.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, l) => sum + l.length + 1, 0);
    this.text.focus();
    this.text.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
    this.text.scrollTop = Math.max(0, (line - 6) * 20);
  }

  /** The check that would come after a pause in typing, before what is said next: its word must not take the place of that. */
  checkNow() {
    clearTimeout(this.timer);
    return this.check();
  }

  async check() {
    const mine = ++this.turn;
    try {
      const { complaints } = await post("/api/check", { text: this.text.value });
      if (mine !== this.turn) return;
      this.complain(complaints);
      say(this.word, complaints.length === 0 ? "✓ nothing to complain about" : complaints.length === 1 ? "1 complaint" : `${complaints.length} complaints`);
    } catch (failure) {
      if (mine === this.turn) say(this.word, failure.message);
    }
  }

  async go() {
    clearTimeout(this.timer);
    this.turn++;
    say(this.word, "preparing …");
    try {
      await this.play.open(this.text.value, true);
      this.close();
    } catch (failure) {
      this.play.tell("");
      this.complain(failure.complaints ?? []);
      say(this.word, (failure.complaints ?? []).length > 0 ? "not played: see below" : failure.message);
    }
  }
}

