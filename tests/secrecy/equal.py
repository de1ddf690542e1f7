"""All that may differ between two worlds, in one place: everything else must be equal."""

import re

RANDOM = [
    # A form's token is masked anew in every answer, and the time of day goes on.
    (rb'name="csrfmiddlewaretoken" value="\w{64}"', b"[token]"),
    (rb"(date: |expires: |expires=)[^\r\n;]+", b"[now]"),
    (rb'data-(now|server)=\\?"[^"\\]+\\?"', b"[now]"),
    (rb"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(\+00:00|Z)?", b"[moment]"),
    # Staff read times in words: "Nov. 16, 2026, 9:12 a.m.", "May 1, 2026, noon".
    (rb"[A-Z][a-z]{2,4}\.? \d+, \d{4}, ([\d:]+ [ap]\.m\.|midnight|noon)", b"[moment]"),
    # A mail's own id and its time.
    (rb"(Message-ID|Date): [^\r\n]+", b"[now]"),
    # The random key that opens a page for one tournament table.
    (rb"/tournaments/table/[\w-]+/", b"[table's own address]"),
]
"""The parts of answers and frames that are replaced before they are compared.

The worlds themselves keep these equal: accounts, ids and codes (both begin with an empty database and the
same people), each viewer's form token, the seal that everybody sees (it is a hash of the seed), the order in
which seats first choose (everybody with the page open sees the marks appear; how often and in which order
people change their minds differs), who is there (everybody), and that no table has a clock.

Beats come when the clock says so: they are taken out of the frames, and each must say what the page knows.
The first frames of a socket depend on whose page was open first, so each viewer opens a second page later
and its first frames are compared.
"""

_REPLACEMENTS = [(re.compile(pattern), plain) for pattern, plain in RANDOM]


def plain(sent: bytes) -> bytes:
    for pattern, replacement in _REPLACEMENTS:
        sent = pattern.sub(replacement, sent)
    return sent
