
"use strict";
(() => {
  const all = (query) => [...document.querySelectorAll(query)];
  const one = (query) => document.querySelector(query);
  const root = document.documentElement;
  const cards = all(".card");
  const groups = all(".group").map((group) => ({ group, cards: [...group.querySelectorAll(".card")] }));
  const find = one("#find");
  const filters = all(".filters button");
  const shown = one("#shown");
  const nothing = one("p.nothing[hidden]");
  const theme = one("#theme");
  for (const hidden of [theme, one(".tools"), one(".keys")]) if (hidden) hidden.hidden = false;

  const remembered = (value) => {
    try {
      if (value !== undefined) localStorage.setItem("housestyle-theme", value);
      return localStorage.getItem("housestyle-theme");
    } catch { return null; }
  };
  const themes = ["system", "light", "dark"];
  const paint = (name) => {
    if (name === "system") delete root.dataset.theme; else root.dataset.theme = name;
    theme.querySelector("span").textContent = name;
  };
  let chosen = themes.includes(remembered()) ? remembered() : "system";
  const turn = () => {
    chosen = themes[(themes.indexOf(chosen) + 1) % themes.length];
    remembered(chosen);
    paint(chosen);
  };
  paint(chosen);
  theme.addEventListener("click", turn);

  const texts = new Map();
  const text = (card) => {
    if (!texts.has(card)) texts.set(card, card.textContent.toLowerCase());
    return texts.get(card);
  };
  const pressed = (kind) => filters.filter((button) => button.getAttribute("aria-pressed") === "true" && kind in button.dataset)
    .map((button) => button.dataset[kind]);
  const visible = () => cards.filter((card) => !card.hidden);

  // Filters of one kind widen each other, those of different kinds narrow; every word has to be there.
  const sift = () => {
    const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    const [verbs, causes, hazards] = [pressed("verb"), pressed("cause"), pressed("hazard")];
    let fit = 0;
    for (const { group, cards } of groups) {
      let any = false;
      for (const card of cards) {
        const { verb, cause, hazard } = card.dataset;
        const fits = (!verbs.length || verbs.includes(verb))
          && (!causes.length || causes.some((name) => cause.split(" ").includes(name)))
          && (!hazards.length || hazard !== "")
          && words.every((word) => text(card).includes(word));
        card.hidden = !fits;
        any ||= fits;
        fit += fits;
      }
      group.hidden = !any;
    }
    shown.textContent = fit === cards.length ? `${fit} shown` : `${fit} of ${cards.length} shown`;
    nothing.hidden = fit > 0;
    mark(words);
  };

  // Found words are marked where the browser can do so without touching the page.
  const mark = (words) => {
    if (!globalThis.Highlight || !CSS.highlights) return;
    CSS.highlights.delete("found");
    if (!words.length) return;
    const ranges = [];
    for (const card of visible()) {
      const nodes = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
      while (nodes.nextNode() && ranges.length < 2000) {
        const low = nodes.currentNode.data.toLowerCase();
        if (low.length !== nodes.currentNode.data.length) continue;
        for (const word of words) {
          for (let at = low.indexOf(word); at >= 0; at = low.indexOf(word, at + word.length)) {
            const range = new Range();
            range.setStart(nodes.currentNode, at);
            range.setEnd(nodes.currentNode, at + word.length);
            ranges.push(range);
          }
        }
      }
    }
    CSS.highlights.set("found", new Highlight(...ranges));
  };

  const press = (button) => {
    button.setAttribute("aria-pressed", button.getAttribute("aria-pressed") !== "true");
    sift();
  };
  const everything = () => {
    find.value = "";
    for (const button of filters) button.setAttribute("aria-pressed", "false");
    sift();
  };
  const fold = (open) => { for (const card of visible()) card.open = open; };
  let here = null;
  const go = (by) => {
    const list = visible();
    if (!list.length) return;
    const at = list.indexOf(here);
    const next = list[Math.min(Math.max(at < 0 ? (by > 0 ? 0 : list.length - 1) : at + by, 0), list.length - 1)];
    if (here) here.classList.remove("here");
    here = next;
    here.classList.add("here");
    here.querySelector("summary").focus({ preventScroll: true });
    here.scrollIntoView({ block: "nearest" });
  };

  if (find) {
    find.addEventListener("input", sift);
    for (const button of filters) button.addEventListener("click", () => press(button));
    one("#unfold").addEventListener("click", () => fold(true));
    one("#fold").addEventListener("click", () => fold(false));
    one("#all").addEventListener("click", () => { everything(); find.focus(); });
    sift();
  }

  const keys = {
    "/": () => { find.focus(); find.select(); },
    j: () => go(1),
    k: () => go(-1),
    o: () => { if (here) here.open = !here.open; },
    e: () => fold(true),
    c: () => fold(false),
    0: everything,
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "t" && event.target !== find) return turn();
    if (!find) return;
    if (event.key === "Escape") {
      everything();
      find.blur();
    } else if (event.target !== find && keys[event.key]) {
      event.preventDefault();
      keys[event.key]();
    } else if (event.target !== find && /^[1-9]$/.test(event.key) && filters[event.key - 1]) {
      press(filters[event.key - 1]);
    }
  });

  // Paper has no folds.
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = cards.filter((card) => !card.open);
    for (const card of folded) card.open = true;
  });
  addEventListener("afterprint", () => { for (const card of folded) card.open = false; });
})();
