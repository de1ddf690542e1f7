"""The language of the fragments that a reveal draws anew, `_name.jinja`: five times as fast as Django's.

They lie beside other templates and are asked for the same way, `render_to_string("games/_seat.jinja", …)`.
"""

import re
import time
from collections.abc import Callable, Iterator
from typing import Any

from django.contrib.humanize.templatetags.humanize import apnumber
from django.urls import reverse
from django.utils import translation
from django.utils.formats import date_format
from jinja2 import BaseLoader, Environment, StrictUndefined, TemplateNotFound

ENDING = ".jinja"


class Fragments(BaseLoader):
    """Finds fragments only, and leaves out how their source is indented."""

    def __init__(self, files: BaseLoader) -> None:
        self.files = files

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str | None, Callable[[], bool] | None]:
        if not template.endswith(ENDING):
            raise TemplateNotFound(template)
        source, path, fresh = self.files.get_source(environment, template)
        return re.sub(r"\n[ ]+", "\n", source), path, fresh


def environment(*, loader: BaseLoader | None = None, **options: Any) -> Environment:
    """Called by Django with its own options. A fact that a fragment was not given is an error."""
    made = Environment(
        **options | {"undefined": StrictUndefined},
        loader=Fragments(loader) if loader else None,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
    )
    made.policies["ext.i18n.trimmed"] = True
    made.install_gettext_callables(  # type: ignore[attr-defined]
        translation.gettext,
        translation.ngettext,
        newstyle=True,
        pgettext=translation.pgettext,
        npgettext=translation.npgettext,
    )
    # Not before the apps are there: the pieces are theirs.
    from games.templatetags import pieces, site

    made.globals.update(piece=pieces.draw, icon=site.icon, url=_url, now=_now)
    made.filters.update(apnumber=apnumber, day=_day)
    return made


def _url(name: str, *args: Any) -> str:
    return reverse(name, args=args)


def _now() -> str:
    return f"{time.time():.6f}"


def _day(value: Any) -> str:
    """A date as the reader's language writes it."""
    return date_format(value, "DATE_FORMAT")


def messages(source: str) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    """What there is to translate in a fragment: the line, the function's name, and its words."""
    for line, function, words in environment().extract_translations(source):  # type: ignore[attr-defined]
        texts = (words,) if isinstance(words, str) else words
        yield line, "gettext" if function == "_" else function, tuple(text for text in texts if text)
