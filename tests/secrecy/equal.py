"""All that may differ between two worlds, in one place: whatever is not listed here must be equal."""

import re

RANDOM = [
    # A form's token is masked anew in every answer, and the time of day goes on.
    (rb'name="csrfmiddlewaretoken" value="\w{64}"', b"[token]"),
    (rb"(date: |expires: |expires=)[^\r\n;]+", b"[now]"),
    (rb'data-(now|server)=\\?"[^"\\]+\\?"', b"[now]"),
    (rb"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(\+00:00|Z)?", b"[moment]"),
    # Staff read moments in words: "Nov. 16, 2026, 9:12 a.m.", "May 1, 2026, noon".
    (rb"[A-Z][a-z]{2,4}\.? \d+, \d{4}, ([\d:]+ [ap]\.m\.|midnight|noon)", b"[moment]"),
    # A mail's own number and its hour.
    (rb"(Message-ID|Date): [^\r\n]+", b"[now]"),
    # Opens a page for one tournament table; made by luck for each.
    (rb"/tournaments/table/[\w-]+/", b"[table's own address]"),
]
"""Every answer and frame is compared with these replaced.

Held equal by the worlds themselves: accounts, ids and codes (both begin with an empty database and the same
people), each viewer's form token, the seal that everybody sees (it is a hash of the seed), the order in which
seats first choose (everybody with the page open sees the marks appear; how often and in which order people
change their minds differs), who is there (everybody), and that no table has a clock.

Beats come when the clock says so: they are taken out of the frames, and each must say what the page knows.
The first frames of a socket depend on whose page was open first: a second page of each viewer is opened later
and its first frames are compared.
"""

_REPLACEMENTS = [(re.compile(pattern), plain) for pattern, plain in RANDOM]


def plain(sent: bytes) -> bytes:
    for pattern, replacement in _REPLACEMENTS:
        sent = pattern.sub(replacement, sent)
    return sent
