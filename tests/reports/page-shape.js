// A page in a frame, at both widths and in both themes: what nobody could read is told in the title of this document.
addEventListener("load", async () => {
  const source = document.querySelector("template").content.textContent;
  const faults = [];
  const seen = [];
  const context = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
  const inks = new Map();
  const ink = (color) => {
    if (!inks.has(color)) {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
      inks.set(color, [r, g, b, a / 255]);
    }
    return inks.get(color);
  };
  const over = ([r, g, b, a], [r2, g2, b2]) => [r * a + r2 * (1 - a), g * a + g2 * (1 - a), b * a + b2 * (1 - a), 1];
  const luminance = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((part) => (part /= 255, part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const contrast = (one, other) => {
    const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  };
  const back = (element, style) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) layers.push(ink(style(at).backgroundColor));
    return layers.reduceRight((below, layer) => over(layer, below), [255, 255, 255, 1]);
  };
  const frame = async (width) => {
    const made = document.createElement("iframe");
    Object.assign(made.style, { width: `${width}px`, height: "900px", border: "0" });
    made.srcdoc = source;
    const loaded = new Promise((done) => made.addEventListener("load", done, { once: true }));
    document.body.append(made);
    await loaded;
    return made;
  };
  for (const width of [390, 1280]) {
    for (const theme of ["light", "dark"]) {
      const made = await frame(width);
      const page = made.contentDocument;
      const style = (element) => made.contentWindow.getComputedStyle(element);
      page.documentElement.dataset.theme = theme;
      for (const folded of page.querySelectorAll("details")) folded.open = true;
      const where = `${width} ${theme}`;
      const tell = (what, element) => faults.push(`${where}: ${what}: ${element.tagName.toLowerCase()}.${element.className} ${element.textContent.trim().slice(0, 40)}`);
      if (page.documentElement.scrollWidth > page.documentElement.clientWidth) {
        const wide = [...page.body.querySelectorAll("*")].find((element) => element.getBoundingClientRect().right > width + 1);
        tell(`${page.documentElement.scrollWidth} px wide`, wide || page.body);
      }
      let texts = 0;
      for (const element of page.body.querySelectorAll("*")) {
        const own = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()).join("");
        const box = element.getBoundingClientRect();
        if (!own || !box.width || !element.checkVisibility() || ["SCRIPT", "STYLE", "TEMPLATE"].includes(element.tagName)) continue;
        texts += 1;
        const under = back(element, style);
        const found = contrast(over(ink(style(element).color), under), under);
        if (found < 4.5) tell(`contrast ${found.toFixed(2)}`, element);
        if (own.length >= 20 && box.width < 110) tell(`${Math.round(box.width)} px for ${own.length} letters`, element);
      }
      seen.push(`${where}: ${texts > 10 ? "texts" : "no texts"}`);
      made.remove();
    }
  }
  const made = await frame(390);
  const page = made.contentDocument;
  const shown = () => page.querySelector("#shown")?.textContent;
  for (const act of JSON.parse(document.querySelector("#acts").textContent)) {
    const element = page.querySelector(act.on);
    if ("type" in act) {
      element.value = act.type;
      element.dispatchEvent(new Event("input"));
    } else {
      element.click();
    }
    const theme = act.on === "#theme" ? ` ${page.documentElement.dataset.theme ?? "system"}` : "";
    seen.push(`${act.on} ${act.type ?? "pressed"}: ${shown()}${theme}`);
  }
  const few = [...new Set(faults)];
  document.title = [...seen, ...few.slice(0, 12), `${few.length} faults`].join("\n");
});
