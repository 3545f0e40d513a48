"""Results files and the measured parts of pages, for the report.py of bench/regret and bench/peers.

A results file is JSON: facts about the runs, then tables with one row per line. The part of a page between two marks
is written from a results file. The rest of the page is written by hand."""
import datetime
import json
import pathlib
import subprocess
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
END = "<!-- end of what was measured -->"
WIDTH = 100  # columns of a line of prose


def start_mark(script):
    """The first mark of a page whose tables come from `script`, a path in the tree."""
    return f"<!-- measured: written by {script} -->"


def packed(rows):
    """Columns, and a list of values per row: null where a row lacks a column, without trailing nulls."""
    columns = list(dict.fromkeys(column for row in rows for column in row))
    values = [[row.get(column) for column in columns] for row in rows]
    for each in values:
        while each and each[-1] is None:
            each.pop()
    return {"columns": columns, "values": values}


def unpacked(value):
    """The value with every `packed` part as a list of rows again."""
    if not isinstance(value, dict):
        return value
    if set(value) == {"columns", "values"}:
        rows = [zip(value["columns"], each) for each in value["values"]]
        return [{column: each for column, each in row if each is not None} for row in rows]
    return {key: unpacked(each) for key, each in value.items()}


def is_rows(value):
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)


def as_json(value, indent=0):
    """JSON with one line per fact and one line per row."""
    line = "\n" + " " * indent
    if is_rows(value):
        value = packed(value)
        rows = ",".join(f"{line}  {json.dumps(each, ensure_ascii=False)}" for each in value["values"])
        columns = json.dumps(value["columns"], ensure_ascii=False)
        return f'{{{line} "columns": {columns},{line} "values": [{rows}{line} ]{line}}}'
    if isinstance(value, dict) and (indent == 0 or any(is_rows(each) for each in value.values())):
        facts = ",".join(f"{line} {json.dumps(key)}: {as_json(each, indent + 1)}" for key, each in value.items())
        return f"{{{facts}{line}}}"
    return json.dumps(value, ensure_ascii=False)


def read_results(path):
    return unpacked(json.loads(path.read_text(encoding="utf-8")))


def write_results(path, document):
    path.write_text(as_json(document) + "\n", encoding="utf-8")


def provenance():
    """The date, and the commit that was measured where git knows it."""
    found = {"date": datetime.date.today().isoformat()}
    git = subprocess.run(
        ["git", "-C", str(ROOT), "describe", "--always", "--dirty"], capture_output=True, text=True, check=False
    )
    if git.returncode == 0:
        found["commit"] = git.stdout.strip()
    return found


def table(head, rows):
    """A Markdown table. Cells are text."""
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, ["---"] * len(head), *rows])


def prose(text):
    """A paragraph in lines of at most WIDTH columns."""
    return textwrap.fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def replace_measured(page, script, parts):
    """Puts `parts` between the two marks of the page."""
    text, start = page.read_text(encoding="utf-8"), start_mark(script)
    if text.count(start) != 1 or text.count(END) != 1:
        raise SystemExit(f"{page} needs the marks `{start}` and `{END}`, each once")
    before, after = text.split(start)[0], text.split(END)[1]
    page.write_text(before + "\n\n".join([start, *parts, END]) + after, encoding="utf-8")
