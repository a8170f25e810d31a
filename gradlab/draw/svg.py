"""Graphviz's SVG made fit for a page: safe, told to screen readers, and as wide as there is room.

Only elements and attributes named here come through, so whatever a label held can neither
run nor load anything.
"""

from __future__ import annotations

import re
from hashlib import sha256
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from gradlab.draw.theme import FONT_STACK, QUIET

_SVG = "http://www.w3.org/2000/svg"
_XLINK_TITLE = "{http://www.w3.org/1999/xlink}title"
_SHAPES = {"path", "polygon", "polyline", "ellipse"}
_KEPT = {
    "id", "class", "transform", "d", "points", "x", "y", "cx", "cy", "rx", "ry",
    "fill", "stroke", "stroke-width", "stroke-dasharray",
    "text-anchor", "font-size", "font-weight", "font-style",
}  # fmt: skip


def dress(drawn: bytes, title: str, description: str) -> str:
    """The SVG text for a page, with ids that no other picture has.

    Nodes and edges keep their classes, get their tooltip as ``<title>`` and lose links.
    """
    prefix = f"gl-{sha256(drawn + title.encode()).hexdigest()[:10]}"
    source = ElementTree.fromstring(drawn)
    box = source.attrib["viewBox"]
    across, down = (round(float(size)) for size in box.split()[2:])
    root = Element(
        "svg",
        {
            "xmlns": _SVG,
            "id": prefix,
            "viewBox": box,
            "width": str(across),  # without them a saved file in a bare <img> would stretch
            "height": str(down),
            "role": "img",
            "aria-labelledby": f"{prefix}-title {prefix}-desc",
            "font-family": FONT_STACK,
            "style": "max-width:100%;height:auto;border-radius:6px",
        },
    )
    _text(root, "title", title, id=f"{prefix}-title")
    _text(root, "desc", description, id=f"{prefix}-desc")
    for group in source:
        _copy(group, root, prefix)
    for group in root.iterfind(".//g[@class]"):
        _stress(group.findall("text"), group.attrib["class"].split())
    return ElementTree.tostring(root, encoding="unicode")


def _stress(lines: list[Element], classes: list[str]) -> None:
    """What plain DOT labels cannot say: bold names and entries, entries that are not there."""
    if "gl-value" in classes:
        lines[0].set("font-weight", "bold")
    if "gl-held" in classes:
        lines[-1].set("font-weight", "bold")
    if "gl-ghost" in classes:
        lines[-1].set("font-style", "italic")
        lines[-1].set("fill", QUIET)


def _copy(element: Element, into: Element, prefix: str) -> None:
    tag = element.tag.removeprefix(f"{{{_SVG}}}")
    if tag == "a":
        # Graphviz's tooltip: a link without a target around the shapes.
        tooltip = element.get(_XLINK_TITLE)
        if tooltip is not None:
            title = into.find("title")
            if title is None:
                title = Element("title")
                into.insert(0, title)
            title.text = tooltip
        _copy_all(element, into, prefix)
    elif tag == "g":
        if element.get("id", "").startswith("a_"):
            _copy_all(element, into, prefix)
            return
        group = _element(element, into, tag, prefix)
        _copy_all(element, group, prefix)
    elif tag == "text" or tag in _SHAPES:
        _element(element, into, tag, prefix).text = element.text if tag == "text" else None


def _copy_all(element: Element, into: Element, prefix: str) -> None:
    for child in element:
        _copy(child, into, prefix)


def _element(element: Element, into: Element, tag: str, prefix: str) -> Element:
    kept = {name: value for name, value in element.attrib.items() if name in _KEPT}
    if "id" in kept:
        kept["id"] = f"{prefix}-{re.sub('[^A-Za-z0-9_-]', '-', kept['id'])}"
    copy = Element(tag, kept)
    into.append(copy)
    return copy


def _text(into: Element, tag: str, text: str, **attributes: str) -> None:
    element = Element(tag, attributes)
    element.text = text
    into.append(element)
