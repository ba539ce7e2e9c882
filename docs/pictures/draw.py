#!/usr/bin/env python3
"""Draws the pictures of the documentation from what the tests keep true: goldens, journeys, and the table of speed.

    python3 docs/pictures/draw.py

Terminals, the editor and curves are SVG that follows the reader's theme; pages are PNG, light and dark, and need chromium.
`sources.json` keeps the digest of what each was drawn from; a test fails where that has changed since, and says to run this
again.
"""

import hashlib
import html
import json
import math
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
INKS = {
    "light": {"back": "#ffffff", "text": "#1f2328", "31": "#b3261e", "32": "#146c43", "33": "#8a5a00", "36": "#0b6478", "faint": "#656d76", "line": "#d0d7de", "card": "#f6f8fa"},
    "dark": {"back": "#16191d", "text": "#e6e6e3", "31": "#ff8b7e", "32": "#7bd6a0", "33": "#f0c36a", "36": "#7fd0e4", "faint": "#9da3a8", "line": "#3d444d", "card": "#21262d"},
}
CELL, LINE, SIZE, MARGIN = 8.43, 20, 14, 20


def read(source):
    return (ROOT / source).read_text(encoding="utf-8")


def style():
    """Inks of both themes: an image follows the reader's."""
    def rules(theme):
        inks = INKS[theme]
        named = {"back": "fill", "card": "fill", "line": "stroke"}
        return "".join(
            f".{'c' if key.isdigit() else ''}{key}{{{named.get(key, 'fill')}:{ink}}}" for key, ink in inks.items()
        ) + f".squiggle{{stroke:{inks['31']};fill:none}}.curve31{{stroke:{inks['31']};fill:none}}.curve36{{stroke:{inks['36']};fill:none}}"

    return f"<style>{rules('light')}@media(prefers-color-scheme:dark){{{rules('dark')}}}</style>"


def svg(width, height, body, family="monospace"):
    font = "'DejaVu Sans Mono',Menlo,Consolas,monospace" if family == "monospace" else "system-ui,'DejaVu Sans',sans-serif"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}" '
        f'font-family="{font}" font-size="{SIZE}">{style()}<rect class="back" width="100%" height="100%" rx="6"/>{body}</svg>\n'
    )


def cells_of(text):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 0 if unicodedata.combining(c) else 1 for c in text)


def words(x, y, text, classes="text", extra=""):
    """Text of which every letter has its cell, whatever the font is."""
    if not text.strip():
        return ""
    width = cells_of(text) * CELL
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" class="{classes}" textLength="{width:.1f}" lengthAdjust="spacingAndGlyphs" '
        f'xml:space="preserve"{extra}>{html.escape(text)}</text>'
    )


def terminal(text):
    """Text with SGR sequences, which goldens keep readable, as a picture."""
    text = text.replace("^[[", "\x1b[").rstrip("\n")
    out, state, widest, y = [], [], 0, MARGIN + SIZE
    for line in text.split("\n"):
        column = 0
        for part in re.split(r"(\x1b\[[0-9;]*m)", line):
            codes = re.fullmatch(r"\x1b\[([0-9;]*)m", part)
            if codes:
                for code in codes[1].split(";"):
                    state = [] if code in ("", "0") else [*state, code]
                continue
            inks = [f"c{code}" for code in state if code in INKS["light"]]
            classes = inks[-1] if inks else "faint" if "2" in state else "text"
            extra = ' font-weight="700"' if "1" in state else ""
            lines = [name for code, name in (("4", "underline"), ("9", "line-through")) if code in state]
            extra += f' text-decoration="{" ".join(lines)}"' if lines else ""
            # Boxes of a terminal touch each other; what leads has no width of its own in SVG.
            lead = len(part) - len(part.lstrip(" "))
            out.append(words(MARGIN + (column + lead) * CELL, y, part.strip(" "), classes, extra))
            column += cells_of(part)
        widest, y = max(widest, column), y + LINE
    return svg(widest * CELL + 2 * MARGIN, y - SIZE + MARGIN / 2, "".join(out))


def commands(source, wanted, behind=""):
    """Commands of a page, behind a heading, with what they print as its tests keep it; exit codes are left out."""
    found = []
    text = read(source)
    for block in re.findall(r"^```console\n(.*?)^```", text[text.index(behind):], flags=re.S | re.M):
        for part in re.split(r"^(?=\$ )", block, flags=re.M):
            found.append(part.rstrip("\n"))
    out = []
    for start in wanted:
        index = next(at for at, part in enumerate(found) if f"{part}\n".startswith(f"$ {start}\n"))
        command, _, printed = found[index].partition("\n")
        found = found[index + 1:]
        out.append(f"^[[2m$^[[0m ^[[1m{command[2:]}^[[0m")
        for line in printed.split("\n"):
            if line.startswith("[exit "):
                continue
            if re.match(r"error|! ", line):
                line = f"^[[31m{line}^[[0m"
            elif re.match(r"no findings|Applied|\+ |\d of \d tests? passed$", line):
                line = f"^[[32m{line}^[[0m"
            out.append(line)
        out.append("")
    return "\n".join(out).rstrip()


def session(source):
    """From a finding to a list on the service."""
    wanted = ("housestyle validate", "housestyle validate --fix", "housestyle plan", "housestyle apply --approve [digest-1]")
    return terminal(commands(source, wanted, "## 2.").replace("[digest-1]", "sha256:…"))


def tests(source):
    """Tests of a style: recorded, judged, and judged again without a request."""
    return terminal(commands(source, ("housestyle test --record --auto-approve", "housestyle test")))


def editor(source):
    """The finding of the tutorial as an editor shows it: the text, the underlined word, and what is offered."""
    text = read(source)
    lines = re.search(r"```yaml file=texts/styles/support\.yaml\n(.*?)```", text, flags=re.S)[1].rstrip("\n").split("\n")
    message, line, column = re.search(r"^error\[unknown-value\]: (.*)\n.*support\.yaml:(\d+):(\d+)\]", text, flags=re.M).groups()
    fix = re.search(r"help: (did you mean .*\?) \(safe fix\)", text)[1]
    line, column = int(line), int(column)
    out, left, top = [], MARGIN + 5 * CELL, 44
    out.append(words(MARGIN, 24, "styles/support.yaml", "faint"))
    y = {}
    for number, content in enumerate(lines, 1):
        # What is offered stands below its line.
        y[number] = top + SIZE + (number - 1) * LINE + (78 if number > line else 0)
        out.append(words(MARGIN + (3 - len(str(number))) * CELL, y[number], str(number), "faint"))
        key = re.match(r"(\s*(?:- )?)([\w]+:)(.*)", content)
        if key:
            lead = len(key[1]) - len(key[1].lstrip(" "))
            out.append(words(left + lead * CELL, y[number], key[1].lstrip(" "), "text"))
            out.append(words(left + len(key[1]) * CELL, y[number], key[2], "c36"))
            value = key[3]
            lead = len(value) - len(value.lstrip(" "))
            out.append(words(left + (len(key[1]) + len(key[2]) + lead) * CELL, y[number], value.strip(" "), "text"))
    wrong = lines[line - 1][column - 1:]
    x, base = left + (column - 1) * CELL, y[line] + 4
    steps = "".join(f" q{CELL / 4:.2f} {-3 if at % 2 else 3} {CELL / 2:.2f} 0" for at in range(2 * len(wrong)))
    out.append(f'<path class="squiggle" stroke-width="1.4" d="M{x:.1f} {base:.1f}{steps}"/>')
    shown = [(message, "c31"), (f"housestyle(unknown-value)  ·  Quick Fix: {fix}", "text")]
    width = max(cells_of(part) for part, _ in shown) * CELL + 2 * 12
    box = MARGIN + 3 * CELL
    out.append(f'<rect class="card" x="{box:.1f}" y="{base + 8:.1f}" width="{width:.1f}" height="58" rx="4"/>')
    out.append(f'<rect class="line" fill="none" x="{box:.1f}" y="{base + 8:.1f}" width="{width:.1f}" height="58" rx="4"/>')
    for at, (part, ink) in enumerate(shown):
        out.append(words(box + 12, base + 32 + at * 22, part, ink))
    return svg(box + width + MARGIN, y[len(lines)] + MARGIN, "".join(out))


def curves(source):
    """CPU and memory of plan and apply against the number of lists, as the table of accounts has them."""
    rows = re.findall(r"^\| `(plan|apply)`, ([\d,]+)(?: lists, nothing to do| to create) \| ([\d.]+) s \|[^|]*\| (\d+) MiB \| ([\d,]+) \|", read(source), flags=re.M)
    number = lambda text: int(text.replace(",", ""))
    points = {"plan": [], "apply": []}
    for what, lists, seconds, memory, requests in rows:
        if what == "apply" or number(lists) < 10_000:
            points[what].append((number(lists), float(seconds), int(memory), number(requests)))
    same = re.search(r"^\| `plan`, nothing to do \| ([\d.]+) s \|[^|]*\| (\d+) MiB \| ([\d,]+) \|", read(source), flags=re.M)
    points["plan"].append((10_000, float(same[1]), int(same[2]), number(same[3])))
    if any(len(found) != 3 for found in points.values()):
        sys.exit(f"draw.py: the table of accounts in {source} has another form: {points}")
    out, wide, high = [], 250, 180
    charts = ((1, "CPU, seconds"), (2, "most memory, MiB"), (3, "requests"))
    for at, (column, title) in enumerate(charts):
        left, top = 60 + at * (wide + 66), 46
        values = [point[column] for found in points.values() for point in found]
        low, most = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
        x = lambda lists: left + (math.log10(lists) - 2) / 2 * wide
        y = lambda value: top + high - (math.log10(value) - low) / (most - low) * high
        out.append(f'<text class="text" x="{left}" y="{top - 16}" font-weight="700">{title}</text>')
        for power in range(low, most + 1):
            shown = f"{10 ** power:,}" if power >= 0 else f"{10 ** power:g}"
            out.append(f'<path class="line" d="M{left} {y(10 ** power):.1f}h{wide}"/>')
            out.append(f'<text class="faint" x="{left - 6}" y="{y(10 ** power) + 4:.1f}" text-anchor="end" font-size="11">{shown}</text>')
        for lists in (100, 1_000, 10_000):
            out.append(f'<text class="faint" x="{x(lists):.1f}" y="{top + high + 18}" text-anchor="middle" font-size="11">{lists:,}</text>')
        for what, ink in (("plan", "36"), ("apply", "31")):
            found = sorted(points[what])
            path = " ".join(f"{x(point[0]):.1f},{y(point[column]):.1f}" for point in found)
            out.append(f'<polyline class="curve{ink}" stroke-width="2" points="{path}"/>')
            out += [f'<circle class="c{ink}" cx="{x(point[0]):.1f}" cy="{y(point[column]):.1f}" r="3.5"/>' for point in found]
            end = found[-1]
            out.append(f'<text class="c{ink}" x="{x(end[0]) - 4:.1f}" y="{y(end[column]) + (18 if what == "plan" else -9):.1f}" text-anchor="end" font-size="12">{what}</text>')
    out.append(f'<text class="faint" x="60" y="{46 + high + 42}" font-size="12">lists in the account; plan: nothing to do, apply: all to create</text>')
    return svg(60 + 3 * (wide + 66) - 36, 46 + high + 58, "".join(out), family="sans")


def comment(text):
    """Our Markdown as a forge shows it: headings, fences, and markup as it stands."""
    out, fence = [], None
    for line in text.split("\n"):
        if line.startswith("```"):
            fence = None if fence else (line[3:] or "text")
            out.append("<pre>" if fence else "</pre>")
        elif fence:
            out.append(html.escape(line) + "\n")
        elif line.startswith("### "):
            out.append(f"<h3>{html.escape(line[4:])}</h3>")
        else:
            out.append(line)
    return "".join(out).replace("<details>", "<details open>")


def forge(source, theme):
    inks = INKS[theme]
    return (
        f'<!doctype html><meta charset="utf-8"><style>body{{margin:24px;background:{inks["back"]};color:{inks["text"]};'
        f'font:14px/1.5 system-ui,"DejaVu Sans",sans-serif}}article{{border:1px solid {inks["line"]};border-radius:6px}}'
        f'header{{padding:8px 16px;background:{inks["card"]};border-bottom:1px solid {inks["line"]};color:{inks["faint"]};border-radius:6px 6px 0 0}}'
        f'main{{padding:4px 16px 12px}}code,pre{{font:12px/1.45 "DejaVu Sans Mono",monospace;background:{inks["card"]};border-radius:4px}}'
        f'code{{padding:.15em .35em}}pre{{padding:12px;margin:8px 0}}del code{{color:{inks["31"]}}}ins{{text-decoration:none}}ins code{{color:{inks["32"]}}}'
        'h3{margin:10px 0;font-size:17px}p{margin:8px 0}ul{margin:4px 0 8px}</style>'
        '<article><header><b>housestyle</b> opened this pull request: take over what changed on the service</header>'
        f'<main>{comment(read(source))}</main></article>'
    )


def page(source, _theme):
    """A page of ours: it asks its reader's system for the theme, as which the browser is started."""
    return read(source)


# Picture: what draws it, and what it is drawn from. Pages have a width and a height.
DRAWINGS = {
    "finding": (terminal, "tests/reports/findings-color.txt"),
    "plan": (terminal, "tests/reports/plan-color.txt"),
    "session": (session, "docs/tutorial.md"),
    "editor": (editor, "docs/tutorial.md"),
    "tests": (tests, "tests/journeys/test.md"),
    "speed": (curves, "docs/performance.md"),
}
PAGES = {
    "plan-page": (page, "tests/reports/plan.html", 1100, 900),
    "overview": (page, "tests/reports/overview.html", 1100, 760),
    "drift-request": (forge, "tests/reports/drift.md", 900, 640),
}


def main():
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if browser is None:
        sys.exit("draw.py needs chromium")
    sources = {}

    def note(name, source):
        sources[name] = {"source": source, "sha256": hashlib.sha256((ROOT / source).read_bytes()).hexdigest()}

    for name, (draw, source) in DRAWINGS.items():
        note(name, source)
        drawn = draw(read(source)) if draw is terminal else draw(source)
        (HERE / f"{name}.svg").write_text(drawn, encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        for name, (draw, source, width, height) in PAGES.items():
            note(name, source)
            for theme in INKS:
                file = Path(folder) / f"{name}-{theme}.html"
                file.write_text(draw(source, theme), encoding="utf-8")
                shot = HERE / f"{name}-{theme}.png"
                subprocess.run(
                    [
                        browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
                        "--hide-scrollbars", f"--blink-settings=preferredColorScheme={int(theme == 'light')}", f"--screenshot={shot}", f"--window-size={width},{height}", file.as_uri(),
                    ],
                    check=True, capture_output=True,
                )
    (HERE / "sources.json").write_text(json.dumps(sources, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
