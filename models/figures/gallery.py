"""What the gallery and the front page say, with numbers taken from the models' pages."""

import re
from pathlib import Path

from figures.page import HOLE, Page
from figures.trouble import Trouble

SMALL = 15000  # bytes of a picture in the gallery


def taken(words, page):
    """The numbers in the holes {} of `words`, which are on a page once; {_} is any other number."""
    page = Page(page, str(page))
    found = list(re.finditer(Page.pattern(words), page.text))
    if len(found) != 1:
        raise Trouble(f"{page.name}: these words stand {len(found)} times, not once: {words}")
    names = re.findall(HOLE, words)
    return [number for name, number in zip(names, found[0].groups()) if name != "_"]


def filled(says, words, folder):
    """`says` with the numbers of the page's `words` in its holes."""
    name, _, words = words.rpartition(":: ")
    numbers = taken(words, folder / (name or "README.md"))
    holes = re.findall(r"\{\d?\}", says)
    if len(holes) != len(numbers):
        raise Trouble(f"{folder}: '{says}' has {len(holes)} holes for {len(numbers)} numbers")
    return says.format(*numbers)


def picture_of(name, gallery):
    """Its path from models/."""
    picture = Path("models", name, gallery.get("picture", "thumbnail.svg"))
    if not picture.exists():
        raise Trouble(f"{picture} does not exist: models/gallery --pictures {name}")
    if picture.stat().st_size > SMALL:
        raise Trouble(f"{picture} has {picture.stat().st_size} bytes, {SMALL} at most")
    return picture.relative_to("models")


def row_of(name, spec):
    if "gallery" not in spec:
        raise Trouble(f"models/{name}/figures.toml has no [gallery]")
    gallery = spec["gallery"]
    if len(gallery["numbers"]) != 3:
        raise Trouble(f"models/{name}/figures.toml: three numbers, please")
    numbers = "<br>".join(filled(*pair, Path("models", name)) for pair in gallery["numbers"])
    image = f'<img src="{picture_of(name, gallery)}" width="200" alt="{name}">'
    return f"| {image} | [{name}]({name}/README.md)<br>{gallery['says']} | {numbers} |"


def gallery_of(table, specs):
    """The groups of models with a row for each."""
    grouped = [name for group in table["group"] for name in group["models"]]
    if sorted(grouped) != sorted(specs):
        raise Trouble(f"gallery.toml and models/ differ: {set(grouped) ^ set(specs) or 'twice'}")
    parts = []
    for group in table["group"]:
        rows = [row_of(name, specs[name]) for name in group["models"]]
        head = [f"### {group['title']}", "", "| | model | |", "| --- | --- | --- |"]
        parts.append("\n".join([*head, *rows]))
    return "\n\n".join(parts)


def numbers_of(table):
    """One line, each part with the page that says it behind."""
    parts = [filled(e["says"], e["words"], Path(e["folder"])) for e in table["parts"]]
    return "; ".join(parts) + "."


def replaced(text, marker, new, page):
    """`text` with `new` between <!-- marker: ... --> and <!-- end of marker -->."""
    around = re.compile(rf"(<!-- {marker}: [^\n]*-->\n)(.*?)(<!-- end of {marker} -->)", re.S)
    if len(around.findall(text)) != 1:
        raise Trouble(f"{page} has no <!-- {marker}: ... --> ... <!-- end of {marker} -->")
    return around.sub(lambda m: m[1] + new + "\n" + m[3], text)
