#!/usr/bin/env python3
"""Prints what Slint's compiler wrote from `ui/`, by component: how often each was made, and how much of the source that is.

    benches/generated.py [FILE]     without FILE, the newest in target/
"""
import collections, glob, os, re, sys

target = os.environ.get("CARGO_TARGET_DIR", "target")
built = glob.glob(f"{target}/*/build/tablet-of-truth-ui-*/out/app-window.rs")
path = sys.argv[1] if len(sys.argv) > 1 else max(built, key=os.path.getmtime)
source = open(path).read()
# Each component's structure is followed by its code. An element behind `if` or `for` is a component, too.
starts = [(found.start(), found.group(1)) for found in re.finditer(r"\bstruct (?:r#)?(Inner\w+)", source)]
sizes, counts = collections.Counter(), collections.Counter()
for (start, name), (end, _) in zip(starts, starts[1:] + [(len(source), "")]):
    kind = re.sub(r"_\d+$", "", name.removeprefix("Inner"))
    sizes[kind] += end - start
    counts[kind] += 1
print(f"{len(source) / 1e6:.1f} MB, {source.count(chr(10)):,} lines, {len(starts)} components")
for kind, size in sizes.most_common(60):
    print(f"{size / 1e6:8.2f} MB {counts[kind]:5} {kind}")
