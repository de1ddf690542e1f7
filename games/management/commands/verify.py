"""manage.py verify FILE…: recomputes records and says which are correct."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.engine.record import RecordError, check, load


class Command(BaseCommand):
    help = "Recompute deal, legality, score and commitment of round records; exit 1 if one is wrong."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE")

    def handle(self, *args: Any, files: list[str], **options: Any) -> None:
        wrong = 0
        for file in files:
            try:
                check(load(file))
            except RecordError as problem:
                wrong += 1
                self.say(f"{file}: {problem}")
            else:
                self.say(f"{file}: ok")
        if wrong:
            sys.exit(1)

    def say(self, line: str) -> None:
        """Prints one line, whatever the file is called and whatever the terminal can show."""
        shown = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in line)
        encoding = getattr(self.stdout, "encoding", None) or "utf-8"
        self.stdout.write(shown.encode(encoding, "backslashreplace").decode(encoding))
