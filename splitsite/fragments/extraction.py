"""Finds the translatable sentences in fragments, for the catalogues."""

from collections.abc import Iterator

from jinja2 import Environment

from splitsite.fragments.compilation import dense


def messages(source: str) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    """The translatable sentences of a fragment: the line, the function's name, and its words."""
    reader = Environment(extensions=["jinja2.ext.i18n"], trim_blocks=True)
    reader.policies["ext.i18n.trimmed"] = True
    reader.install_null_translations(newstyle=True)  # type: ignore[attr-defined]
    for line, function, words in reader.extract_translations(dense(source)):  # type: ignore[attr-defined]
        texts = (words,) if isinstance(words, str) else words
        yield line, "gettext" if function == "_" else function, tuple(text for text in texts if text)
