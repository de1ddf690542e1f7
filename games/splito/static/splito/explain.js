// A goal explains itself: a tap on it, or Enter or Space, opens a sheet with its arithmetic. In the hand a tap takes the
// goal up, so there a second tap, Space once more, or holding it opens the sheet. The table stays in sight.
(() => {
  "use strict";

  const table = document.getElementById("table");
  const HOLD = 450;
  const SLIP = 10;
  const PATIENCE = 120;
  const FINGER = 40;
  const LYING = ".lying > [data-goal], .public-goal, .count-goals > [data-goal], .count-public";
  const HELD = ".in-hand:has(.goal)";

  const sheet = document.createElement("section");
  const close = document.createElement("button");
  const inside = document.createElement("div");
  sheet.className = "explain";
  sheet.id = "explain";
  sheet.popover = "manual";
  sheet.tabIndex = -1;
  sheet.setAttribute("role", "dialog");
  sheet.setAttribute("aria-labelledby", "explained-name");
  inside.setAttribute("aria-live", "polite");
  close.type = "button";
  close.className = "explain-close";
  close.setAttribute("aria-label", table.dataset.close);
  sheet.append(inside, close);
  table.append(sheet);

  const opened = () => sheet.matches(":popover-open");
  const picture = (holder) => holder.querySelector(".goal");
  const input = (holder) => holder.querySelector("input");

  // What the site calls it: its name and where it is.
  function nameOf(holder) {
    if (holder.matches(HELD)) return `${input(holder).value} hand`;
    const zone = holder.hasAttribute("data-public") ? null : holder.closest("[data-zone]");
    return `${holder.dataset.goal} ${zone ? zone.dataset.zone : "middle"}`;
  }

  // Every element on the page that shows this goal in this place; a zone can also be open in its large view.
  const shows = (name) => [...table.querySelectorAll(`${LYING}, ${HELD}`)].filter((one) => nameOf(one) === name);

  let name = "";
  let back = null;

  // What the page itself knows: its picture, its name, and the reason beside it. It needs no connection.
  function known(holder) {
    const article = document.createElement("article");
    const heading = document.createElement("h2");
    const reason = document.createElement("p");
    article.className = "explained";
    heading.id = "explained-name";
    heading.textContent = picture(holder).getAttribute("aria-label");
    reason.className = "explained-why";
    const said = holder.querySelector(".hint, .standing p, [data-tell] p, p");
    if (said) reason.append(...said.cloneNode(true).childNodes);
    article.append(picture(holder).cloneNode(true), heading, reason);
    return article.outerHTML;
  }

  async function ask(of) {
    const asked = new URLSearchParams(location.search); // a lesson's address says how far it is
    asked.set("of", of);
    const answer = await fetch(`${table.dataset.details}?${asked}`).catch(() => null);
    return answer?.ok ? answer.text().catch(() => null) : null;
  }

  // Opens the sheet at once: with the whole answer if it comes quickly, else with what is known until it comes.
  async function explain(holder) {
    const of = nameOf(holder);
    const here = document.activeElement;
    if (!sheet.contains(here)) back = here === document.body ? picture(holder) : here;
    name = of;
    const answer = ask(of);
    const quick = await Promise.race([answer, new Promise((done) => { setTimeout(done, PATIENCE); })]);
    if (name !== of) return;
    show(quick || known(holder), holder);
    if (quick === undefined) {
      const late = await answer;
      if (name === of && late) show(late, holder);
    }
  }

  function show(html, holder) {
    inside.innerHTML = html;
    mark();
    // Everything outside a modal dialog is inert, so the sheet opens inside the one that shows the goal.
    const home = holder.closest("dialog") ?? table;
    if (sheet.parentElement !== home) home.append(sheet);
    const box = holder.getBoundingClientRect();
    sheet.dataset.side = box.left + box.width / 2 > innerWidth / 2 ? "left" : "right";
    if (!opened()) sheet.showPopover();
    if (!sheet.contains(document.activeElement)) sheet.focus({ preventScroll: true });
  }

  function hide() {
    name = "";
    mark();
    if (!opened()) return;
    const here = document.activeElement;
    const lost = sheet.contains(here) || here === document.body;
    sheet.hidePopover();
    if (lost && back?.isConnected) back.focus({ preventScroll: true });
  }

  // The goal in violet, the cards that count in ink.
  function mark() {
    for (const one of table.querySelectorAll("[data-asked], [data-counts]")) {
      one.removeAttribute("data-asked");
      one.removeAttribute("data-counts");
    }
    if (!name) return;
    for (const holder of shows(name)) picture(holder).toggleAttribute("data-asked", true);
    for (const { dataset, value } of inside.querySelectorAll("data")) {
      for (const zone of table.querySelectorAll(`:is(.zone, .count-zone)[data-zone="${dataset.zone}"]`)) outline(zone, value.split(" "));
    }
  }

  function outline(zone, cards) {
    const left = [...cards];
    const counts = (card, drawing) => {
      const at = left.indexOf(card);
      if (at < 0) return;
      left.splice(at, 1);
      drawing.toggleAttribute("data-counts", true);
    };
    for (const tile of zone.querySelectorAll(".tile:not([data-ghost])")) counts(tile.firstElementChild.getAttribute("href").slice(3), tile);
    for (const goal of zone.querySelectorAll("[data-goal]")) counts(goal.dataset.goal, picture(goal));
  }

  // A zone of the strip is covered by the button that opens it large; a goal under the finger comes first if it is
  // large enough to be meant. While a card is picked up only the picture explains: around it a click plays the card.
  function under(event) {
    const covered = event.target.matches?.(".open") && event.detail > 0;
    const things = covered ? document.elementsFromPoint(event.clientX, event.clientY) : [event.target];
    const goal = things.map((one) => one.closest?.(".goal")).find(Boolean);
    const holder = (goal ?? event.target).closest?.(LYING);
    if (!holder || event.target.closest("a, button:not(.open)")) return null;
    if (covered && picture(holder).getBoundingClientRect().width < FINGER) return null;
    return goal || !table.hasAttribute("data-taken") ? holder : null;
  }

  let swallow = false;
  let wasTaken = null;
  let hold = null;

  document.addEventListener("click", (event) => {
    const held = event.target.closest?.(HELD);
    const again = held && wasTaken === held && event.detail > 0;
    const holder = again ? held : under(event);
    const outside = opened() && !sheet.contains(event.target);
    // A tap that only closes the sheet must not also play a card or open a zone.
    const covered = event.target.matches?.("dialog") || event.target.closest?.(".zone");
    if (swallow || holder || (outside && covered)) { event.stopPropagation(); event.preventDefault(); }
    if (swallow) swallow = false; // the finger that held a goal is lifted
    else if (holder) explain(holder);
    else if (outside) hide();
  }, true);
  close.addEventListener("click", hide);

  table.addEventListener("pointerdown", (event) => {
    clearTimeout(hold?.timer);
    swallow = false;
    const held = event.target.closest(HELD);
    const holder = held ?? event.target.closest(LYING) ?? under(event);
    wasTaken = held && input(held).checked ? held : null;
    if (!holder || event.button !== 0 || sheet.contains(event.target)) { hold = null; return; }
    const timer = setTimeout(() => {
      swallow = true;
      // The finger still rests on the card: it holds it, and does not drag it.
      document.dispatchEvent(new PointerEvent("pointercancel", { pointerId: event.pointerId }));
      explain(holder);
    }, HOLD);
    hold = { timer, x: event.clientX, y: event.clientY };
  });
  document.addEventListener("pointermove", (event) => {
    if (hold && Math.hypot(event.clientX - hold.x, event.clientY - hold.y) > SLIP) clearTimeout(hold.timer);
  });
  for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, () => clearTimeout(hold?.timer));
  table.addEventListener("contextmenu", (event) => { if (swallow) event.preventDefault(); });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && opened()) {
      hide();
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.key !== "Enter" && event.key !== " ") return;
    const goal = event.target.closest?.(".goal[tabindex]");
    const held = event.key === " " && event.target.checked ? event.target.closest(HELD) : null;
    const holder = goal?.closest(LYING) ?? held;
    if (!holder) return;
    event.preventDefault();
    event.stopPropagation();
    explain(holder);
  }, true);

  // The goals that keys and screen readers reach: those in the middle, in my zones, in a large view and in the count.
  // Those of the strip are reached through its large view.
  function reachable() {
    const me = table.dataset.seat || table.dataset.from || "0";
    const mine = `.zone:is([data-left="${me}"], [data-right="${me}"])`;
    for (const holder of table.querySelectorAll(LYING)) {
      const goal = picture(holder);
      if (!holder.closest(`${mine}, dialog, .count, .public-goals`)) continue;
      // A page of the count that is not turned up is one pixel large.
      goal.tabIndex = parts(holder).some((part) => part.offsetWidth < 2) ? -1 : 0;
      goal.setAttribute("role", "button");
      goal.setAttribute("aria-haspopup", "dialog");
    }
  }

  const parts = (holder) => [holder.closest("[data-page]"), holder.closest("[data-part]")].filter(Boolean);
  new MutationObserver(reachable).observe(table, { subtree: true, attributeFilter: ["data-shown"] });

  // After a reveal the goal may stand otherwise, or lie somewhere else.
  table.addEventListener("table:shown", () => {
    reachable();
    if (!name) return;
    const found = shows(name);
    if (found.length) explain(found.find((one) => one.closest("dialog[open]")) ?? found[0]); else hide();
  });
  table.addEventListener("table:enlarged", reachable);
  table.addEventListener("close", (event) => { if (event.target.contains(sheet)) hide(); }, true);
  table.addEventListener("table:from", reachable);
  reachable();
})();
