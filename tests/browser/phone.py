"""What a reveal costs a phone. Run by `make bench-phone`, not with the tests: a busy machine changes it.

Four players at 360 px, six animated reveals, at full processor speed and slowed down four times. Measured are
the gaps between frames while cards fly, and the time from the old table to the first frame of the new one.
"""

from itertools import pairwise
from statistics import median, quantiles

import pytest
from playwright.sync_api import expect

from tests.support import tables
from tests.support.browser import Visit

WATCH = """() => {
  const table = document.getElementById("table");
  window.reveals = [];
  let now = null;
  table.addEventListener("table:leaving", () => { now = { began: performance.now(), frames: [] }; });
  table.addEventListener("table:shown", (event) => {
    if (event.detail.revealed) { now.swapped = performance.now(); window.reveals.push(now); }
  });
  const tick = (frame) => { now?.frames.push([frame, performance.now()]); requestAnimationFrame(tick); };
  requestAnimationFrame(tick);
}"""
SHOW = 2500
"""Milliseconds measured after each reveal: the animation is over by then."""


@pytest.mark.parametrize("slower", [1, 4])
def test_a_reveal_on_a_phone(visit: Visit, slower: int):
    session, people = tables.dealt(4)
    page = visit("/robots.txt", phone=True, person=people[0])
    page.emulate_media(reduced_motion="no-preference")
    page.goto(f"/t/{session.code}/")
    expect(page.locator("#table")).to_have_attribute("data-line", "open")
    devtools = page.context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.evaluate(WATCH)
    for turn in range(1, 7):
        tables.play_turn(session, people)
        expect(page.locator("#table")).to_have_attribute("data-ref", f"1.{turn}")
        page.wait_for_timeout(SHOW)
    reveals = page.evaluate("window.reveals")
    assert len(reveals) == 6
    firsts, swaps, gaps = [], [], []
    for one in reveals:
        # The first tick comes before the new table is laid out and painted, the second one after that.
        frames = one["frames"]
        firsts.append(frames[1][1] - one["began"])
        swaps.append(one["swapped"] - one["began"])
        starts = [frame for frame, _ in frames[1:] if frame - one["began"] < SHOW]
        gaps += [later - sooner for sooner, later in pairwise(starts)]
    cuts = quantiles(gaps, n=100)
    print(
        f"\n{slower} x: median {median(gaps):.1f} ms, 95 % {cuts[94]:.1f} ms, 99 % {cuts[98]:.1f} ms, "
        f"longest {max(gaps):.0f} ms; the swap itself {min(swaps):.0f}-{max(swaps):.0f} ms, "
        f"to the first frame {min(firsts):.0f}-{max(firsts):.0f} ms (median {median(firsts):.0f})"
    )
