"""Links between pages: files that are there, and headings that have the anchor."""
import re

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def without_code(text):
    text = re.sub(r"^ {0,3}```.*?^ {0,3}```$", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"`[^`\n]*`", "", text)


def anchors(text):
    """As those who show Markdown make them: lower case, words joined by `-`, other marks left out."""
    found = set()
    for heading in re.findall(r"^#+ +(.*)$", re.sub(r"^ {0,3}```.*?^ {0,3}```$", "", text, flags=re.MULTILINE | re.DOTALL), re.MULTILINE):
        found.add(re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-"))
    return found


def broken_links(page, root):
    """What is wrong with each link of a page that leads to no file, or to no heading."""
    for target in LINK.findall(without_code((root / page).read_text())):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        path = (root / page).parent / name if name else root / page
        if not path.exists():
            yield f"the link {target} leads nowhere"
        elif anchor and path.suffix == ".md" and anchor not in anchors(path.read_text()):
            yield f"the link {target} names no heading of {path.name}"
