"""Redraws every golden playthrough from its head."""

from tests.playthroughs import files, redraw

for file in files():
    before = file.read_text(encoding="utf-8")
    after = redraw(before)
    if after != before:
        file.write_text(after, encoding="utf-8")
        print(f"redrawn: {file.name}")
