#!/usr/bin/env python3
"""Opens pages of `mortise report` in a headless Chromium, as their readers do.

A page has to load without an error of any kind, its curves have to leave ink and to zoom, and
everything that can be reached or seen has a name. Dark colours and paper are tried too.

Exit: 0 all is well, 1 findings, 77 there is no Chromium.
"""
import argparse
import html.parser
import pathlib
import shutil
import subprocess
import sys
import tempfile

SECTIONS = ("system", "shapes", "runs", "full", "contact", "film", "backbones", "spectra", "frequencies",
            "singular-values", "times", "certificate", "trust", "facts", "provenance")


class Page(html.parser.HTMLParser):
    """Attributes of the document, its headings, and what has no name."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.root, self.headings, self.nameless, self.ids = {}, [], [], set()
        self.labels = 0  # how deep in label elements
        self.drawings = 0

    def handle_starttag(self, tag, attributes):
        has = dict(attributes)
        self.ids.add(has.get("id"))
        named = any(has.get(name) for name in ("aria-label", "aria-labelledby"))
        if tag == "html":
            self.root = has
        elif tag == "svg":
            self.drawings += 1
        elif tag in ("h1", "h2", "h3"):
            self.headings.append(int(tag[1]))
        elif tag == "label":
            self.labels += 1
        wants = tag in ("button", "select", "nav", "figure") or has.get("role") in ("img", "region", "group", "checkbox")
        if "display: none" in has.get("style", ""):
            return  # nobody meets it
        if (wants and not named) or (tag == "input" and not named and self.labels == 0):
            self.nameless.append(f"{tag} {has}")

    def handle_endtag(self, tag):
        if tag == "label":
            self.labels -= 1


class Reader:
    def __init__(self, chromium, folder):
        self.chromium, self.folder, self.findings = chromium, folder, []

    def run(self, *arguments):
        return subprocess.run(
            [self.chromium, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
             f"--user-data-dir={self.folder}/profile", "--virtual-time-budget=5000", *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120, check=False).stdout.decode()

    def demand(self, holds, path, what):
        if not holds:
            self.findings.append(f"{path.name}: {what}")

    def read(self, path, *arguments, charts, maps=0, motions=0):
        page = Page()
        page.feed(self.run("--dump-dom", *arguments, f"{path.as_uri()}#check"))
        told = {name[5:]: value for name, value in page.root.items() if name.startswith("data-")}
        self.demand(told.get("ready") == "yes", path, f"was not drawn: {told}")
        self.demand(told.get("errors") == "0", path, f"errors: {told.get('error')}")
        if told.get("ready") != "yes":
            return
        for name, least in (("charts", charts), ("maps", maps), ("motions", motions)):
            self.demand(int(told[name]) >= least, path, f"{told[name]} {name}, at least {least} were due")
        for what in ("inked", "zoomed", "read"):
            self.demand(told[what] == told["charts"], path, f"{told[what]} of {told['charts']} charts are {what}")
        self.demand(page.drawings >= charts + maps, path, f"{page.drawings} drawings of {charts} charts")
        self.demand(int(told["points"]) >= 10 * charts, path, f"only {told['points']} points")
        self.demand(not page.nameless, path, f"no name: {page.nameless[:3]}")
        self.demand(page.headings[0] == 1 and page.headings.count(1) == 1, path, "one h1 comes first")
        self.demand(all(b <= a + 1 for a, b in zip(page.headings, page.headings[1:])), path,
                    "a level of headings is left out")
        missing = [section for section in SECTIONS if section not in page.ids]
        self.demand(not missing, path, f"no section {missing}")

    def print(self, path):
        paper = self.folder / "paper.pdf"
        self.run(f"--print-to-pdf={paper}", path.as_uri())
        self.demand(paper.exists() and paper.read_bytes()[:5] == b"%PDF-" and paper.stat().st_size > 50000,
                    path, "does not print")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mortise", required=True, help="the program")
    parser.add_argument("--data", required=True, type=pathlib.Path, help="folder of model files")
    parser.add_argument("--models", required=True, type=pathlib.Path, help="folder of definitions")
    given = parser.parse_args()
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        print("there is no Chromium: install Debian's package chromium")
        return 77
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        reader = Reader(chromium, folder)

        def mortise(*arguments):
            subprocess.run([given.mortise, *map(str, arguments)], check=True, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)

        def page(file, *definition):
            path = folder / f"{file.stem}.html"
            mortise("report", file, *definition, "-o", path)
            return path

        contact = page(given.data / "bouncing_mass.mrt")
        reader.read(contact, charts=10)
        reader.read(contact, "--blink-settings=preferredColorScheme=0", charts=10)  # dark
        reader.print(contact)
        reader.read(page(given.data / "line_shock_reduced.mrt"), charts=10, maps=6)
        reader.read(page(given.data / "frame.mrt"), charts=10, maps=2)

        definition = given.models / "two_masses" / "two_masses.toml"
        built = folder / "evil.mrt"
        mortise("build", definition, "--uncertified", "--full-order", "none", "-o", built, "--set",
                'description="</script><img src=x onerror=console.error(1)>"')
        reader.read(page(built, definition, "--full-order", "500"), charts=10, motions=1)
        for finding in reader.findings:
            print(finding)
        return 1 if reader.findings else 0


if __name__ == "__main__":
    sys.exit(main())
