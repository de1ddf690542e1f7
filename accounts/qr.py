"""QR codes as inline SVG."""

import segno
from django.utils.safestring import SafeString, mark_safe


def svg(text: str, *, label: str = "") -> SafeString:
    """A square that fills its box; always dark on white, for cameras do not read the dark scheme."""
    code = segno.make(text, error="m", micro=False)
    # segno escapes what goes into the title; the address itself becomes only squares.
    return mark_safe(
        code.svg_inline(
            dark="#000", light="#fff", border=2, svgclass="qr", omitsize=True, title=label or None
        )
    )
