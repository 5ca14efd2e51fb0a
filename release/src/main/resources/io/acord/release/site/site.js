// Search and the dark theme. The index is a script of its own that is loaded when somebody first searches.
(function () {
  "use strict";
  const up = document.currentScript.dataset.up;
  const root = document.documentElement;
  function remembered() {
    try { return localStorage.getItem("acord-theme"); } catch (e) { return null; }
  }
  const preferred = window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  root.dataset.theme = remembered() || preferred;

  /** Sections with all the words, those with a word in their heading first. */
  function find(index, question) {
    const words = question.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return [];
    const found = [];
    for (const section of index) {
      const heading = (section.heading + " " + section.page).toLowerCase();
      const text = section.text.toLowerCase();
      let score = 0;
      for (const word of words) {
        const times = text.split(word).length - 1;
        if (heading.includes(word)) score += 50;
        else if (times === 0) { score = 0; break; }
        score += Math.min(times, 20);
      }
      if (score > 0) found.push({section, score});
    }
    return found.sort((a, b) => b.score - a.score).slice(0, 30).map(each => each.section);
  }

  function excerpt(section, question) {
    const word = question.toLowerCase().split(/\s+/).filter(Boolean)[0];
    const at = section.text.toLowerCase().indexOf(word);
    const from = Math.max(0, at - 80);
    const line = document.createElement("p");
    if (at < 0) { line.textContent = section.text.slice(0, 160); return line; }
    const mark = document.createElement("mark");
    mark.textContent = section.text.slice(at, at + word.length);
    line.append(from > 0 ? "… " : "", section.text.slice(from, at), mark, section.text.slice(at + word.length, at + 120), " …");
    return line;
  }

  function show(question) {
    const results = document.getElementById("results");
    const main = document.querySelector("main");
    results.hidden = question.trim() === "";
    main.hidden = !results.hidden;
    if (results.hidden) return;
    const found = find(window.acordIndex || [], question);
    const title = document.createElement("h1");
    title.textContent = found.length === 0 ? "Nothing found" : "Found";
    const list = document.createElement("ol");
    for (const section of found) {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = up + section.address;
      link.textContent = section.heading === section.page ? section.page : section.page + ": " + section.heading;
      link.addEventListener("click", () => { document.getElementById("search").value = ""; show(""); });
      item.append(link, excerpt(section, question));
      list.append(item);
    }
    results.replaceChildren(title, list);
  }

  function load(then) {
    if (window.acordIndex) { then(); return; }
    const script = document.createElement("script");
    script.src = up + "search-index.js";
    script.addEventListener("load", then);
    document.head.append(script);
  }

  document.addEventListener("DOMContentLoaded", () => {
    const input = document.getElementById("search");
    const theme = document.getElementById("theme");
    const label = () => { theme.textContent = root.dataset.theme === "dark" ? "Light" : "Dark"; };
    label();
    theme.addEventListener("click", () => {
      root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
      try { localStorage.setItem("acord-theme", root.dataset.theme); } catch (e) { /* then not */ }
      label();
    });
    const search = () => load(() => show(input.value));
    input.addEventListener("input", search);
    document.getElementById("search-form").addEventListener("submit", event => { event.preventDefault(); search(); });
    const asked = new URLSearchParams(location.search).get("search");
    if (asked) { input.value = asked; search(); }
  });
})();
