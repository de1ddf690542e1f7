"""What a reader sees or hears of a page: its text, and the attributes that are shown or read out."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

SHOWN = {
    "aria-label",
    "aria-description",
    "aria-roledescription",
    "aria-valuetext",
    "alt",
    "title",
    "placeholder",
}
TALKS = re.compile(r"[^\W\d_]{2,} [^\W\d_]{2,}")
"""Scripts show the words in `data-` attributes; most of these attributes hold no words."""

SILENT = {"script", "style", "template"}
EMPTY = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
BLOCKS = {
    *(
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "button",
        "caption",
        "dd",
        "details",
        "dialog",
        "div",
    ),
    *(
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "header",
    ),
    *(
        "label",
        "legend",
        "li",
        "main",
        "nav",
        "ol",
        "option",
        "output",
        "p",
        "pre",
        "section",
        "select",
        "summary",
    ),
    *("svg", "table", "tbody", "td", "text", "tfoot", "th", "thead", "title", "tr", "ul"),
}


class Reader(HTMLParser):
    """Gathers the text in pieces that belong together: a paragraph, a cell, a button, an attribute."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self.text: list[str] = []
        self.open: list[str] = []
        self.foreign = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag not in EMPTY:
            self.open.append(tag)
            self.foreign += bool(self.foreign or ("lang" in given and tag != "html"))
        if tag in BLOCKS or tag in EMPTY:
            self.end()
        if not self.foreign:
            self.pieces += [given[name] for name in SHOWN & given.keys()]
            self.pieces += [
                value for name, value in given.items() if name.startswith("data-") and TALKS.search(value)
            ]
            if tag == "input" and given.get("type") in ("submit", "button", "reset"):
                self.pieces.append(given.get("value", ""))
            if tag == "meta" and given.get("name") == "description":
                self.pieces.append(given.get("content", ""))

    def handle_endtag(self, tag: str) -> None:
        while tag in self.open:
            self.foreign -= bool(self.foreign)
            if self.open.pop() == tag:
                break
        if tag in BLOCKS:
            self.end()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in EMPTY:
            self.handle_endtag(tag)

    def handle_data(self, data: str) -> None:
        if not self.foreign and not SILENT & set(self.open):
            self.text.append(data)

    def end(self) -> None:
        self.pieces.append("".join(self.text))
        self.text.clear()


def pieces(html: str) -> Iterator[str]:
    """The words of a page, piece by piece, except those marked as being in another language."""
    reader = Reader()
    reader.feed(html)
    reader.close()
    reader.end()
    for piece in reader.pieces:
        if words := " ".join(piece.split()):
            yield words
