#!/usr/bin/env python3
"""Draws the pictures of the documentation from the goldens that the tests keep: needs chromium.

    python3 docs/pictures/draw.py

Each picture is drawn light and dark. `sources.json` keeps the digest of what each was drawn from; a test fails where a
golden has changed since, and says to run this again.
"""

import hashlib
import html
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent

# Picture: source, width, height.
PICTURES = {
    "plan-page": ("tests/reports/plan.html", 1100, 900),
    "finding": ("tests/reports/findings-color.txt", 900, 520),
    "plan": ("tests/reports/plan-color.txt", 900, 620),
}
INKS = {
    "light": {"back": "#ffffff", "text": "#1f2328", "31": "#b3261e", "32": "#146c43", "33": "#8a5a00", "36": "#0b6478", "faint": "#656d76"},
    "dark": {"back": "#16191d", "text": "#e6e6e3", "31": "#ff8b7e", "32": "#7bd6a0", "33": "#f0c36a", "36": "#7fd0e4", "faint": "#9da3a8"},
}


def terminal_page(text, theme):
    """Text with SGR sequences as a page."""
    inks = INKS[theme]
    # Goldens keep the sequence readable.
    text = text.replace("^[[", "\x1b[")
    out, state = [], set()
    for part in re.split(r"(\x1b\[[0-9;]*m)", text):
        codes = re.fullmatch(r"\x1b\[([0-9;]*)m", part)
        if codes:
            for code in codes[1].split(";"):
                state = set() if code in ("", "0") else state | {code}
            continue
        style = []
        for code in sorted(state):
            style += {
                "1": ["font-weight:700"],
                "2": ["color:" + inks["faint"]],
                "4": ["text-decoration:underline"],
                "9": ["text-decoration:line-through"],
            }.get(code, ["color:" + inks[code]] if code in inks else [])
        out.append(f'<span style="{";".join(style)}">{html.escape(part)}</span>')
    body = f'background:{inks["back"]};color:{inks["text"]}'
    return (
        f'<!doctype html><meta charset="utf-8"><body style="margin:0;{body}">'
        '<pre style="margin:24px;font:14px/1.45 \'DejaVu Sans Mono\',monospace">' + "".join(out) + "</pre>"
    )


def page(source, theme):
    """What is drawn of a source, in a theme."""
    text = (ROOT / source).read_text(encoding="utf-8")
    if not source.endswith(".html"):
        return terminal_page(text, theme)
    # The page asks its reader's system, which a picture has not got.
    text = re.sub(r"<script>.*?</script>", "", text, flags=re.S)
    text = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", text)
    return text.replace("<html lang=\"en\">", f'<html lang="en" data-theme="{theme}">')


def main():
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if browser is None:
        sys.exit("draw.py needs chromium")
    sources = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, (source, width, height) in PICTURES.items():
            sources[name] = {"source": source, "sha256": hashlib.sha256((ROOT / source).read_bytes()).hexdigest()}
            for theme in INKS:
                file = Path(folder) / f"{name}-{theme}.html"
                file.write_text(page(source, theme), encoding="utf-8")
                shot = HERE / f"{name}-{theme}.png"
                subprocess.run(
                    [
                        browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
                        "--hide-scrollbars", f"--screenshot={shot}", f"--window-size={width},{height}", file.as_uri(),
                    ],
                    check=True, capture_output=True,
                )
    (HERE / "sources.json").write_text(json.dumps(sources, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
