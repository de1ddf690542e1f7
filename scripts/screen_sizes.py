"""The sizes of screens on which every state is measured and pictured."""

SIZES = (
    (320, 568),
    (360, 640),
    (375, 553),
    (390, 664),
    (412, 915),
    (667, 375),
    (844, 390),
    (768, 1024),
    (820, 1180),
    (1024, 768),
    (1280, 720),
    (1440, 900),
    (1920, 1080),
)
"""The space that browsers really leave, on phones, turned phones, tablets and desktops."""
