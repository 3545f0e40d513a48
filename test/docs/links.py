"""Checks links between pages: the file must exist, and must have a heading with the anchor."""
import re

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def without_code(text):
    text = re.sub(r"^ {0,3}```.*?^ {0,3}```$", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"`[^`\n]*`", "", text)


def anchors(text):
    """Anchors of the headings, formed as Markdown renderers do: lower case, spaces as `-`, without punctuation."""
    found = set()
    for heading in re.findall(r"^#+ +(.*)$", re.sub(r"^ {0,3}```.*?^ {0,3}```$", "", text, flags=re.MULTILINE | re.DOTALL), re.MULTILINE):
        found.add(re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-"))
    return found


def broken_links(page, root):
    """Yields a message for each link of the page to a missing file or heading."""
    for target in LINK.findall(without_code((root / page).read_text())):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        path = (root / page).parent / name if name else root / page
        if not path.exists():
            yield f"the link {target} names no existing file"
        elif anchor and path.suffix == ".md" and anchor not in anchors(path.read_text()):
            yield f"the link {target} names no heading of {path.name}"
