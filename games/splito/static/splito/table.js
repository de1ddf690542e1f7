// The Splito table: picking up a card, what it would change, dragging, keys, the large view.
// Without this file the hand is a form of radio buttons with two buttons to send it.
(() => {
  "use strict";

  const table = document.getElementById("table");
  const news = document.getElementById("news");
  const SUITS = ["red", "blue", "yellow", "black", "green", "orange"];
  const SVG = "http://www.w3.org/2000/svg";

  const cards = () => [...table.querySelectorAll(".hand input")];
  const held = () => table.querySelector(".hand input:checked");
  const button = (side) => document.getElementById(`play-${side}`);
  const playing = () => table.dataset.status === "playing" && table.dataset.seat !== "";
  const zoneOf = (side) => table.querySelector(`.around [data-${side === "L" ? "left" : "right"}="${table.dataset.seat}"].zone`);
  const sideOf = (zone) => ["L", "R"].find((side) => zone && zone === zoneOf(side));
  // What the page says I chose: the choice not sent yet, else the sealed one.
  const laid = () => table.dataset.unsent ?? table.dataset.sealed;
  const singleKeys = () => table.dataset.keys !== "off";
  const copy = (node) => node.cloneNode(true);
  const tell = (kind, detail) => table.dispatchEvent(new CustomEvent(`table:${kind}`, { detail }));

  function drawing(kind, card) {
    const svg = document.createElementNS(SVG, "svg");
    const use = document.createElementNS(SVG, "use");
    svg.setAttribute("class", kind);
    use.setAttribute("href", `#s-${card}`);
    svg.append(use);
    return svg;
  }

  // A card is picked up: show its ghost in both zones at once, and ask the table what it would change.
  let asking = 0;

  function putDown() {
    clearTimeout(asking);
    table.toggleAttribute("data-taken", held() !== null);
    for (const ghost of table.querySelectorAll(".around [data-ghosts], .around .look-note")) ghost.remove();
    for (const caption of table.querySelectorAll(".play-worth, .play-why")) caption.textContent = "";
  }

  function takeUp() {
    putDown();
    const input = held();
    if (!input) return;
    for (const side of ["L", "R"]) ghost(input, zoneOf(side));
    if (table.dataset.hints === "on") {
      asking = setTimeout(() => tell("ask", { move: input.value }), 40);
    }
  }

  function ghost(input, zone) {
    const suit = SUITS.indexOf(input.value.split("-")[0]);
    const line = document.createElement("li");
    line.dataset.ghosts = "";
    line.setAttribute("aria-hidden", "true");
    if (suit >= 0) {
      line.append(drawing("tile", input.value));
      line.firstChild.dataset.ghost = "";
      zone.querySelectorAll(".pile")[suit].append(line);
    } else {
      line.append(smallGoal(input.parentElement.querySelector("svg")));
      zone.querySelector(".lying").append(line);
    }
  }

  // The goal in the hand, drawn as it would lie in a zone: the same picture, with pips below.
  function smallGoal(goal) {
    const points = goal.querySelector(".on-foot").getAttribute("href").slice(-1);
    const small = drawing("goal", `foot-${points}`);
    small.prepend(...copy(goal.querySelector("g")).childNodes);
    small.setAttribute("viewBox", "0 0 96 80");
    Object.assign(small.dataset, { size: "zone", state: "open" });
    return small;
  }

  table.addEventListener("table:look", (event) => {
    const input = held();
    if (!input || input.value !== event.detail.move) return;
    const answer = document.createElement("template");
    answer.innerHTML = event.detail.html;
    for (const look of answer.content.querySelectorAll(".look")) {
      const { side } = look.dataset;
      button(side).querySelector(".play-worth").textContent = look.querySelector(".look-worth").textContent;
      button(side).querySelector(".play-why").replaceChildren(...look.querySelector(".look-why").childNodes);
      for (const note of look.querySelectorAll(".look-note")) {
        const line = zoneOf(side).querySelector(`.lying > [data-goal="${note.dataset.goal}"]:not([data-ghosts])`);
        if (!line) continue;
        const word = document.createElement("span");
        word.className = "need look-note";
        word.textContent = note.dataset.word;
        line.querySelector(".hint").append(note);
        line.append(word);
      }
    }
  });

  // A chosen card leaves its slot; the panel in place of the buttons takes it back.
  function markLaid() {
    const out = laid().split(" ")[0];
    let first = true;
    for (const input of cards()) {
      const gone = out !== "" && input.value === out && first;
      if (gone) first = false;
      input.parentElement.toggleAttribute("data-out", gone);
    }
  }

  function chosen() {
    const wasHere = inTray;
    const before = table.querySelector("[data-out] input");
    markLaid();
    // A deputy, or I elsewhere, may have sealed another card than the one I picked up: mine stays picked up.
    const another = held() && held().value !== laid().split(" ")[0];
    if (laid() !== "") {
      if (another) return;
      if (held()) letGo();
      if (wasHere) document.getElementById("take-back")?.focus({ preventScroll: true });
    } else if (wasHere && before) before.focus({ preventScroll: true });
  }

  table.addEventListener("table:unsent", () => { if (playing()) chosen(); });
  table.addEventListener("table:sealed", () => {
    if (table.dataset.sealed !== "") news.textContent = table.querySelector(".ask .if-sealed")?.textContent ?? "";
    chosen();
  });

  let inTray = false;
  document.addEventListener("focusin", (event) => { inTray = event.target.closest(".tray") !== null; });

  table.addEventListener("change", (event) => { if (event.target.matches(".hand input")) takeUp(); });

  function play(side) {
    if (held() && side) button(side).click();
    return held() !== null;
  }

  // A click on one of my zones plays the card picked up; on another zone it opens the zone large.
  table.addEventListener("click", (event) => {
    if (event.target.closest(".unfold")) enlarge(strip());
    const zone = event.target.closest(".zone");
    if (!zone || zone.closest("dialog")) return;
    if (event.target.closest(".open")) enlarge([zone.dataset.zone]);
    else if (sideOf(zone)) play(sideOf(zone));
  });

  // Keys: a digit picks up a card, Shift and an arrow plays it, Backspace takes it back, Enter goes to the sides.
  document.addEventListener("keydown", (event) => {
    if (!playing() || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const here = event.target;
    if (here.matches?.("input:not([type=radio]), textarea, select")) return;
    const side = { ArrowLeft: "L", ArrowRight: "R" }[event.key];
    const digit = event.shiftKey ? NaN : Number.parseInt(event.key, 10);
    let done = true;
    if (digit >= 1 && singleKeys() && cards()[digit - 1]) take(cards()[digit - 1]);
    else if (side && event.shiftKey) done = play(side);
    else if (side && here.matches?.(".play")) button(side).focus();
    else if (event.key === "ArrowUp" && here.matches?.(".play")) (held() ?? cards()[0])?.focus();
    else if (event.key === "Enter" && here.matches?.(".hand input")) { take(here); button("L").focus(); }
    else if (event.key === "Backspace" && laid() !== "") document.getElementById("take-back").click();
    else if (event.key === "Escape" && held() && !document.querySelector(":popover-open")) letGo();
    else done = false;
    if (done) event.preventDefault();
  });

  function take(input) {
    input.focus({ preventScroll: true });
    if (input.checked) return;
    input.checked = true;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  function letGo() {
    held().checked = false;
    putDown();
  }

  // Dragging a card onto one of my zones. A finger that moves along the hand lifts card after card, until it
  // leaves the hand with one of them.
  let drag = null;

  table.addEventListener("pointerdown", (event) => {
    const label = event.target.closest(".in-hand");
    if (!label || event.button !== 0) return;
    drag = { card: label.querySelector("input").id, x: event.clientX, y: event.clientY, id: event.pointerId };
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    if (!drag.lifted) {
      const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
      if (Math.hypot(x, y) < 10 && !drag.sliding) return;
      if (event.pointerType !== "mouse" && (drag.sliding || Math.abs(x) > Math.abs(y)) && slide(event)) return;
      lift(drag);
    }
    drag.lifted.style.translate = `${event.clientX - drag.x}px ${event.clientY - drag.y}px`;
    hover(under(event));
  });
  for (const kind of ["pointerup", "pointercancel"]) {
    document.addEventListener(kind, (event) => {
      if (!drag || event.pointerId !== drag.id) return;
      const dragged = drag.lifted !== undefined;
      if (!drop()) return;
      if (kind === "pointerup" && dragged) play(under(event));
      // The click that ends a drag must not play or pick up what is under the pointer.
      const swallow = (click) => { click.preventDefault(); click.stopPropagation(); };
      document.addEventListener("click", swallow, true);
      setTimeout(() => document.removeEventListener("click", swallow, true), 0);
    });
  }
  table.addEventListener("dragstart", (event) => event.preventDefault());

  // Ends a drag, and returns whether it lifted a card.
  function drop() {
    const lifted = drag?.lifted ?? drag?.sliding;
    drag?.lifted?.remove();
    drag = null;
    table.querySelector("[data-dragged]")?.removeAttribute("data-dragged");
    hover(null);
    return lifted !== undefined;
  }

  // Takes the card above which the finger is now, and returns whether it still is over the hand.
  function slide({ clientX, clientY }) {
    const hand = table.querySelector(".hand").getBoundingClientRect();
    if (clientY < hand.top - 12) return false;
    const over = cards().find((input) => {
      const slot = input.parentElement.getBoundingClientRect();
      return clientX >= slot.left && clientX < slot.right;
    });
    if (over) take(over);
    const now = held();
    if (now) drag.card = now.id;
    Object.assign(drag, { sliding: true, x: clientX, y: clientY });
    return true;
  }

  // Look for the card now: since it was touched, an update may have replaced its element.
  function lift(drag) {
    const input = document.getElementById(drag.card);
    const svg = input.parentElement.querySelector("svg");
    const box = svg.getBoundingClientRect();
    take(input);
    drag.lifted = copy(svg);
    drag.lifted.classList.add("drag");
    const width = getComputedStyle(input.parentElement, "::before").width;
    Object.assign(drag.lifted.style, { left: `${box.left}px`, top: `${box.top}px`, width });
    input.parentElement.toggleAttribute("data-dragged", true);
    table.append(drag.lifted);
  }

  function under(event) {
    const place = document.elementFromPoint(event.clientX, event.clientY)?.closest(".zone, .play");
    return place?.matches(".play") ? place.value : sideOf(place);
  }

  function hover(side) {
    for (const each of ["L", "R"]) zoneOf(each)?.toggleAttribute("data-over", each === side);
  }

  // The zones of the strip, as they stand there.
  function strip() {
    const place = (zone) => Number(getComputedStyle(zone).order);
    const zones = [...table.querySelectorAll(".around .zone")].filter((zone) => place(zone) < 50);
    return zones.sort((one, other) => place(one) - place(other)).map((zone) => zone.dataset.zone);
  }

  // The large view of zones in the strip, one or all. It stays open during a reveal and then shows the new cards.
  const large = document.createElement("dialog");
  large.className = "large";
  table.append(large);
  large.addEventListener("click", (event) => { if (event.target === large) large.close(); });

  function enlarge(numbers) {
    const zones = numbers.map((number) => table.querySelector(`.around .zone[data-zone="${number}"]`));
    const form = document.createElement("form");
    const close = document.createElement("button");
    form.method = "dialog";
    close.className = "button";
    close.id = "close-large";
    close.textContent = table.querySelector(".around").dataset.close;
    form.append(close);
    const restoreFocus = window.keepFocus(large);
    large.replaceChildren(...zones.map(copy), form);
    restoreFocus();
    const names = zones.map((zone) => zone.querySelector(".pair").innerText.replace(/\s+/g, " "));
    large.setAttribute("aria-label", names.join(", "));
    if (!large.open) large.showModal();
    tell("enlarged");
  }

  // On a short screen the zones scroll under the tray: mine are in sight first, and stay there.
  let scrolled = Infinity;
  table.addEventListener("scroll", ({ target }) => {
    if (target.matches(".around")) scrolled = target.scrollTop + target.clientHeight > target.scrollHeight - 4 ? Infinity : target.scrollTop;
  }, true);
  addEventListener("resize", scroll);

  function scroll() {
    const around = table.querySelector(".around");
    if (around) around.scrollTop = Math.min(scrolled, around.scrollHeight);
  }

  // What a reveal changes for me: a new hand, the news, and the focus back in the hand. motion.js animates it.
  table.addEventListener("table:shown", (event) => {
    requestAnimationFrame(scroll);
    table.toggleAttribute("data-taken", held() !== null);
    if (large.open) {
      const zones = [...large.querySelectorAll(".zone")].map((zone) => zone.dataset.zone);
      if (zones.length && table.querySelector(".around")) enlarge(zones); else large.close();
    }
    if (playing()) markLaid();
    if (event.detail.before.ref === table.dataset.ref) {
      takeUp(); // the same turn drawn again, as when somebody comes or goes: the card stays in my fingers
      return;
    }
    drop();
    if (!event.detail.revealed) return;
    const reveal = table.querySelector(".reveal");
    if (!reveal) return;
    const heading = reveal.querySelector("h2").textContent;
    const sentences = [...reveal.querySelectorAll(".said")].map((one) => one.textContent);
    const turn = table.querySelector(".turn span");
    news.textContent = [`${heading}.`, ...sentences, ...(turn ? [`${turn.textContent}.`] : [])].join(" ");
    const here = document.activeElement;
    if (inTray && (here.offsetParent === null || here.matches(".play"))) cards()[0]?.focus({ preventScroll: true });
  });

  scroll();
  if (playing()) markLaid();
  if (held()) takeUp();
})();
