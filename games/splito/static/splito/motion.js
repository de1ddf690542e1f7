// The animation of a reveal at the Splito table: all cards turn over together, rest and fly to their zones, while
// my hand leaves to the left and the next comes from the right. It is only for show: everything already lies in its
// place, touching a card ends the animation, and readers who want less motion see none of it.
(() => {
  "use strict";

  const table = document.getElementById("table");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const copy = (node) => node.cloneNode(true);
  const moving = () => !calm.matches && document.visibilityState === "visible";

  let landing = null;
  let starting = 0;
  let leaving = [];
  let goals = null;

  // Before the new turn is drawn: where the cards of my hand lie, and how the public goals stand.
  table.addEventListener("table:leaving", () => {
    land();
    const here = moving() && table.dataset.status === "playing";
    leaving = here ? lying() : [];
    goals = here ? copy(table.querySelector(".public-goals")) : null;
  });

  // A card in a fan is drawn in the strip of it that is seen, but it is as wide as the last one.
  function lying() {
    const slots = [...table.querySelectorAll(".in-hand")];
    const width = slots.length ? parseFloat(getComputedStyle(slots[0], "::before").width) : 0;
    return slots.map((slot) => {
      const { left, top, height } = slot.getBoundingClientRect();
      return { card: slot.querySelector("svg"), slot, box: { left, top, width, height, right: left + width } };
    });
  }

  table.addEventListener("table:shown", (event) => {
    const before = leaving;
    const stood = goals;
    leaving = [];
    goals = null;
    if (!event.detail.revealed || !moving()) return;
    // Just before the table is painted, after all other changes: measuring earlier would lay it out twice.
    starting = requestAnimationFrame(() => {
      const reveal = table.querySelector(".reveal");
      if (reveal && table.querySelector(".around")) fly(reveal, before, stood);
    });
  });

  table.addEventListener("change", (event) => { if (event.target.matches(".hand input")) land(); });

  function land() {
    cancelAnimationFrame(starting);
    landing?.();
    landing = null;
  }

  const layerOf = (name) => {
    const layer = document.createElement("div");
    layer.className = name;
    layer.setAttribute("aria-hidden", "true");
    return layer;
  };
  const place = (thing, left, top, width, height) => {
    Object.assign(thing.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  };

  function fly(reveal, before, stood) {
    // First measure everything, then set everything: measuring in between would lay out the table again.
    const played = [...reveal.querySelectorAll("li")];
    const area = table.querySelector(".around").getBoundingClientRect();
    const hand = table.querySelector(".hand");
    const tray = hand?.getBoundingClientRect();
    const coming = hand ? [...hand.querySelectorAll(".in-hand")].map((card) => [card, card.getBoundingClientRect().left]) : [];

    const width = Math.min(88, (area.width - 24) / played.length - 10);
    const step = width + Math.min(60, (area.width - 24 - width * played.length) / played.length);
    const left = area.left + area.width / 2 - (step * (played.length - 1) + width) / 2;
    const top = area.bottom - width * 1.4 - 44;
    const layer = layerOf("flight");
    const ground = document.createElement("i");
    place(ground, left - 24, top - 18, step * (played.length - 1) + width + 48, width * 1.4 + 56);
    layer.append(ground);
    const targets = targetsOf(played);
    const back = table.querySelector(".sealed .back");
    const me = Number(table.dataset.seat || table.dataset.from);
    const flights = played.map((line, seat) => {
      const card = document.createElement("div");
      card.toggleAttribute("data-mine", String(seat) === table.dataset.seat);
      const name = copy(line.querySelector("p"));
      card.append(copy(line.querySelector("svg")), name);
      if (back) card.append(copy(back));
      place(card, left + step * ((seat - me - 1 + played.length) % played.length), top, width, width * 1.4);
      layer.append(card);
      targets[seat]?.toggleAttribute("data-awaited", true);
      return { card, name, target: targets[seat] };
    });
    // The card I played stays here, even when it was played for me.
    const isMine = ({ slot }) => slot.querySelector("input").value === played[me].dataset.card;
    const out = before.find(({ slot }) => slot.hasAttribute("data-out")) ?? before.find(isMine);
    before = before.filter((one) => one !== out);
    const packet = hand && before.length ? layerOf("packet") : null;
    if (packet) for (const { card, box } of before) { place(card, box.left, box.top, box.width, box.height); packet.append(card); }
    document.body.append(layer, ...(packet ? [packet] : []));
    const values = hold(stood);

    if (packet) leave(packet, before);
    hand?.toggleAttribute("data-arriving", true);
    if (hand) arrive(coming, tray.right, packet ? 120 : 0);
    landing = () => {
      layer.remove();
      packet?.remove();
      hand?.removeAttribute("data-arriving");
      for (const { target } of flights) target?.removeAttribute("data-awaited");
      values();
    };
    const flight = landing;
    for (const { card } of flights) {
      card.animate(
        [{ transform: "rotateY(180deg)" }, { transform: "rotateY(0deg)" }],
        { duration: 420, delay: 200, easing: "cubic-bezier(.6,0,.3,1)", fill: "backwards" },
      );
    }
    setTimeout(() => {
      if (landing !== flight) return;
      const boxes = flights.map(({ card, target }) => target && [card.getBoundingClientRect(), target.getBoundingClientRect()]);
      layer.dataset.flying = "";
      flights.forEach(({ card, name }, at) => {
        name.remove();
        if (!boxes[at]) return;
        const [from, to] = boxes[at];
        const x = to.left + to.width / 2 - from.left - from.width / 2;
        const y = to.top + to.height / 2 - from.top - from.height / 2;
        card.animate(
          [{ transform: "none" }, { transform: `translate(${x}px, ${y}px) scale(${to.width / from.width})` }],
          { duration: 360, easing: "cubic-bezier(.3,.7,.2,1)", fill: "forwards" },
        );
      });
      setTimeout(() => { if (landing === flight) land(); }, 360);
    }, 1220);
  }

  // Where each card of the reveal lies now: two equal cards in a zone each have their own tile.
  function targetsOf(played) {
    const taken = new Set();
    return played.map((line) => {
      const zone = table.querySelector(`.around .zone[data-zone="${line.dataset.zone}"]`);
      const goal = zone.querySelector(`.lying > [data-goal="${line.dataset.card}"] > .goal`);
      const tiles = [...zone.querySelectorAll(".tile[data-new]")];
      const found = goal ?? tiles.find((tile) => tile.firstElementChild.getAttribute("href") === `#s-${line.dataset.card}` && !taken.has(tile));
      taken.add(found);
      return found;
    });
  }

  // Values and public goals change when the cards land; values tick once.
  function hold(stood) {
    const now = table.querySelector(".public-goals");
    if (stood && now) {
      stood.removeAttribute("aria-labelledby");
      stood.querySelector("h2").remove();
      stood.setAttribute("aria-hidden", "true");
      now.toggleAttribute("data-awaited", true);
      now.after(stood);
    }
    const changed = [...table.querySelectorAll(".around .value:has(.change) b")].map((value) => {
      const now = value.textContent;
      const change = value.parentElement.querySelector(".change");
      const by = Number(change.textContent.replace("−", "-"));
      value.textContent = String(Number(now) - by);
      change.style.visibility = "hidden";
      return () => {
        value.textContent = now;
        change.style.visibility = "";
        value.animate([{ scale: 1.25 }, { scale: 1 }], { duration: 240, easing: "cubic-bezier(.2,.8,.2,1)" });
      };
    });
    return () => {
      stood?.remove();
      now?.removeAttribute("data-awaited");
      for (const show of changed) show();
    };
  }

  // My hand closes to a packet and slides out to the left.
  function leave(packet, before) {
    const first = Math.min(...before.map(({ box }) => box.left));
    const last = Math.max(...before.map(({ box }) => box.left));
    const middle = (first + last) / 2;
    const top = Math.min(...before.map(({ box }) => box.top));
    before.forEach(({ card, box }, at) => {
      const square = `translate(${middle - box.left + at}px, ${top - box.top}px)`;
      const out = `translate(${-box.right - 40}px, ${top - box.top}px)`;
      card.animate(
        [{ transform: "none", easing: "cubic-bezier(.2,.8,.2,1)" }, { transform: square, offset: 0.4, easing: "cubic-bezier(.5,0,.7,.4)" }, { transform: out }],
        { duration: 480, fill: "forwards" },
      );
    });
    setTimeout(() => packet.remove(), 480);
  }

  // The packet from the right neighbour slides in and fans out: the paper of each card, its drawing, its letter or
  // foot. What a finger touches is already in its place.
  function arrive(coming, right, delay) {
    for (const [slot, left] of coming) {
      const away = right + 60 - left;
      const steps = [
        { transform: `translateX(${away}px)` },
        { transform: `translateX(${away * 0.4}px)`, offset: 0.5 },
        { transform: "none" },
      ];
      const timing = { duration: 480, delay, easing: "cubic-bezier(.3,.7,.2,1)", fill: "backwards" };
      slot.querySelector("svg").animate(steps, timing);
      for (const pseudoElement of ["::before", "::after"]) slot.animate(steps, { ...timing, pseudoElement });
    }
  }
})();
