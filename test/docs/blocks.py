"""Finds the code blocks of Markdown pages: fenced blocks with their info string, and indented blocks."""
import dataclasses
import re

INDENT = "    "


@dataclasses.dataclass
class Block:
    """A block of a page. `language` is the first word of the info string, None for an indented block or an empty info string."""
    page: str
    line: int
    language: str | None
    words: list[str]
    text: str
    before: str  # the last line of text before it

    @property
    def place(self):
        return f"{self.page}:{self.line}"

    def word(self, name):
        """The value of `name=value` in the info string."""
        for word in self.words:
            if word.startswith(name + "="):
                return word[len(name) + 1:]
        return None

    @property
    def file(self):
        """The file name in the info string, None if there is none."""
        return next((word for word in self.words if "=" not in word and ("." in word or word == "Makefile")), None)


def blocks_of(page, text):
    lines = text.splitlines()
    result, before, at = [], "", 0
    while at < len(lines):
        line = lines[at]
        fence = re.match(r"( {0,3})(```+)(.*)$", line)
        if fence:
            end = at + 1
            while end < len(lines) and lines[end].strip() != fence[2]:
                end += 1
            if end == len(lines):
                raise ValueError(f"{page}:{at + 1}: this block is not closed")
            words = fence[3].split()
            inside = [each.removeprefix(fence[1]) for each in lines[at + 1:end]]
            result.append(Block(page, at + 1, words[0] if words else None, words[1:], "".join(each + "\n" for each in inside), before))
            at = end + 1
        elif line.startswith(INDENT) and (at == 0 or not lines[at - 1].strip()):
            end = at
            while end < len(lines) and (lines[end].startswith(INDENT) or not lines[end].strip()):
                end += 1
            inside = lines[at:end]
            while not inside[-1].strip():
                inside.pop()
            result.append(Block(page, at + 1, None, [], "".join(each[len(INDENT):] + "\n" for each in inside), before))
            at = end
        else:
            before = line if line.strip() else before
            at += 1
    return result
