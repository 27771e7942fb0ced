#!/usr/bin/env python3
"""Measures everything and writes docs/figures.md; nothing here passes or fails.

    python3 benches/figures.py [--profile shipped] [--page FOLDER] [--phones PROGRAM] [--quick]

Builds what it measures. FOLDER is the page as packaging/web/build.sh made it; without it, the page is left out.
PROGRAM is one with `--features slint/mcp`, at which phones are measured; without it, they are left out.
--quick leaves out what takes long: the evening, large archives and the parts alone.
Takes about half an hour after the builds, quickly a few minutes; on a machine that does anything else, the times mean nothing.
"""
import argparse
import datetime
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent.parent


def output(*command):
    print("$ " + " ".join(command), flush=True)
    done = subprocess.run(command, cwd=HERE, text=True, stdout=subprocess.PIPE)
    if done.returncode != 0:
        sys.exit(f"{command[0]} failed: exit code {done.returncode}")
    return done.stdout


def table(head, rows):
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, ("---",) * len(head), *rows]) + "\n"


def measured(lines):
    """Rows of what is printed as "what: figures"."""
    return [tuple(line.split(": ", 1)) for line in lines.splitlines() if ": " in line]


def window(profile, *parts):
    lines = output("benches/window.sh", "--profile", profile, *parts)
    return table(("the window", "figures"), measured(lines))


def parts():
    """The middle of each of criterion's estimates."""
    lines = output("cargo", "bench", "--bench", "archive", "--", "--quick")
    found = re.findall(r"^(\S.*?)\s+time:\s+\[\S+ \S+ (\S+ \S+) ", re.sub(r"\n +time:", " time:", lines), re.MULTILINE)
    return table(("one part alone", "time"), found)


def page(folder):
    lines = output("python3", "benches/page.py", folder)
    return table(("the page in Chromium", "figures"), measured(lines))


def phones(program):
    lines = output("python3", "benches/phones.py", program)
    return table(("phones", "figures"), measured(lines))


def tracked(*patterns):
    return [HERE / name for name in output("git", "ls-files", "--", *patterns).splitlines()]


def lines_of(paths):
    return sum(len(path.read_text().splitlines()) for path in paths)


def sources():
    """How many crates there are is in docs/packages.md."""
    kinds = {"src": "src/*.rs", "ui": "ui/*.slint", "tests": "tests/*.rs", "drivers of the tests": "tests/*.py"}
    rows = [(kind, f"{lines_of(tracked(pattern)):,} lines") for kind, pattern in kinds.items()]
    tests = sum(path.read_text().count("#[test]") for path in tracked("src/*.rs", "tests/*.rs"))
    rows.append(("tests, by their attribute", f"{tests:,}"))
    rows.append(("documents", f"{sum(len(path.read_text().split()) for path in tracked('docs/*.md', '*.md')):,} words"))
    return table(("source", "size"), rows)


def main():
    parser = argparse.ArgumentParser(description="Measures everything and writes docs/figures.md.")
    parser.add_argument("--profile", default="shipped")
    parser.add_argument("--page")
    parser.add_argument("--phones")
    parser.add_argument("--quick", action="store_true")
    wanted = parser.parse_args()
    commit = output("git", "rev-parse", "--short", "HEAD").strip()
    changed = " with changes" if output("git", "status", "--porcelain", "--untracked-files=no").strip() else ""
    cores = output("nproc").strip()
    rust = output("rustc", "--version").split()[1]
    today = datetime.date.today()
    parts_of_page = [
        f"# Figures\n\nWritten by `benches/figures.py` on {today:%-d %B %Y} from commit {commit}{changed}: {cores} cores, no graphics processor,\n"
        f"Rust {rust}, profile `{wanted.profile}`. How each is measured, and what was learned: [speed.md](speed.md), "
        "[web.md](web.md).\n",
        window(wanted.profile, "start", "taps", "rest", *(() if wanted.quick else ("evening", "growth"))),
    ]
    if not wanted.quick:
        parts_of_page.append(parts())
    if wanted.page:
        parts_of_page.append(page(wanted.page))
    if wanted.phones:
        parts_of_page.append(phones(wanted.phones))
    parts_of_page.append(sources())
    (HERE / "docs/figures.md").write_text("\n".join(parts_of_page))


if __name__ == "__main__":
    main()
