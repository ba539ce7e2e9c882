
"use strict";
(() => {
  const one = (query) => document.querySelector(query);
  const sections = [...document.querySelectorAll("section")].map((section) => ({
    section,
    names: (section.querySelector(".lists")?.textContent ?? "").toLowerCase(),
    rules: [...section.querySelectorAll(".rule")].map((rule) => ({ rule, text: rule.textContent.toLowerCase() })),
  }));
  const find = one("#find");
  const differs = one("#differs");
  const theme = one("#theme");
  const shown = one("#shown");
  const chosen = new Set();
  const sift = () => {
    const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    const only = differs.getAttribute("aria-pressed") === "true";
    let fit = 0;
    let all = 0;
    for (const { section, names, rules } of sections) {
      let any = false;
      const asked = !chosen.size || chosen.has(section.dataset.language);
      for (const { rule, text } of rules) {
        const fits = asked && (!only || rule.classList.contains("differs"))
          && words.every((word) => text.includes(word) || names.includes(word));
        rule.hidden = !fits;
        any ||= fits;
        fit += fits;
        all += 1;
      }
      section.hidden = !any;
    }
    shown.textContent = `${fit} of ${all} shown`;
  };
  const toggle = (button) => button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
  for (const { section } of sections.filter(({ section }) => section.dataset.language)) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = section.dataset.language;
    button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", () => {
      toggle(button);
      if (!chosen.delete(section.dataset.language)) chosen.add(section.dataset.language);
      sift();
    });
    one(".languages").append(button);
  }
  differs.addEventListener("click", () => { toggle(differs); sift(); });
  find.addEventListener("input", sift);
  const themes = ["system", "light", "dark"];
  let at = 0;
  theme.addEventListener("click", () => {
    at = (at + 1) % themes.length;
    if (at) document.documentElement.dataset.theme = themes[at]; else delete document.documentElement.dataset.theme;
    theme.querySelector("span").textContent = themes[at];
  });
  one(".tools").hidden = false;
  sift();
})();
