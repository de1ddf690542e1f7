// The Splitter table: choosing a pair on my own sheet, swapping sides, and the hints about it.
// Without this file the same radio buttons and two submit buttons do it.
(() => {
  "use strict";

  const table = document.getElementById("table");
  const news = document.getElementById("news");
  const ASK_AFTER = 120;
  const FRESH = 1200;

  let picked = { ref: "", pair: "", order: "" };
  let told = new Map();
  let asking = 0;
  let opened = "";
  let inPrivate = false;

  const pen = () => document.getElementById("pen");
  const radios = () => [...table.querySelectorAll(".pair input")];
  const swapped = (order) => order[1] + order[0];
  const place = (radio) => {
    const { row, column } = radio.parentElement.dataset;
    return { row: Number(row), column: Number(column) };
  };

  // What the sheet shows: the picked pair, in dashes, and the sealed pair.
  function draw() {
    const own = pen();
    if (!own) return;
    const [sealedPair, sealedOrder] = table.dataset.sealed.split(" ");
    const { unsent } = table.dataset;
    for (const radio of radios()) {
      const chosen = radio.value === picked.pair;
      const sealed = radio.value === sealedPair;
      const order = chosen ? picked.order : sealed ? sealedOrder : "";
      radio.checked = chosen;
      radio.parentElement.toggleAttribute("data-sealed", sealed && (!chosen || picked.order === sealedOrder));
      radio.parentElement.querySelector(".left").dataset.digit = order[0] ?? "";
      radio.parentElement.querySelector(".right").dataset.digit = order[1] ?? "";
    }
    const isSealed = sealedPair !== "" && sealedPair === picked.pair && sealedOrder === picked.order;
    const isUnsent = unsent && unsent === `${picked.pair} ${picked.order}`;
    own.dataset.state = isUnsent ? "unsent" : isSealed && unsent === undefined ? "sealed" : picked.pair ? "chosen" : "empty";
    own.toggleAttribute("data-swapped", picked.order !== own.dataset.dice);
    for (const button of own.querySelectorAll(".write")) button.hidden = button.value !== picked.order;
    const sides = document.getElementById("sides");
    sides.dataset.left = picked.order[0];
    sides.dataset.right = picked.order[1];
    for (const words of sides.children) words.hidden = words.dataset.order !== picked.order;
    tell();
  }

  // What the picked pair would change, as the server said; nothing where the table plays without hints.
  function tell() {
    const look = document.getElementById("look");
    const html = told.get(picked.pair) ?? "";
    if (look.dataset.of !== picked.pair || (html && !look.firstElementChild)) look.innerHTML = html;
    look.dataset.of = picked.pair;
    let now = null;
    for (const one of look.querySelectorAll(".told")) {
      one.hidden = one.dataset.order !== picked.order;
      if (!one.hidden) now = one.dataset;
    }
    for (const gain of pen().querySelectorAll(".gain")) gain.textContent = now?.gain ?? "";
    const points = pen().querySelector(".with b");
    if (points) points.textContent = now?.after ?? "";
    pen().toggleAttribute("data-told", now !== null);
  }

  function ask() {
    clearTimeout(asking);
    if (table.dataset.hints !== "on" || !picked.pair || told.has(picked.pair)) return;
    const move = picked.pair;
    asking = setTimeout(() => table.dispatchEvent(new CustomEvent("table:ask", { detail: { move } })), ASK_AFTER);
  }

  function pick(pair) {
    picked.pair = pair;
    draw();
    ask();
  }

  function swap() {
    picked.order = swapped(picked.order);
    draw();
    news.textContent = document.querySelector("#sides > :not([hidden])").textContent;
    rescue();
  }

  // The pressed button may be gone now: the focus goes to what can be done next.
  function rescue() {
    const here = document.activeElement;
    if (!inPrivate || (here !== document.body && here.checkVisibility())) return;
    const buttons = [document.getElementById("take-back"), ...pen().querySelectorAll(".write")];
    (buttons.find((button) => button.checkVisibility()) ?? radios()[0])?.focus({ preventScroll: true });
  }

  // A fresh fragment: keep what was picked in this turn, else use the choice not sent yet or the sealed one.
  function begin() {
    const own = pen();
    if (!own) return;
    table.dataset.scripted = "";
    const [pair, order] = (table.dataset.unsent || table.dataset.sealed).split(" ");
    if (picked.ref !== table.dataset.ref) {
      told = new Map();
      picked = { ref: table.dataset.ref, pair, order: order || own.dataset.dice };
    }
    const button = document.getElementById("swap");
    if (button) button.hidden = false;
    draw();
    ask();
  }

  // Up and down go to the nearest free pair in the next row that has one; left and right keep the browser's way.
  function step(from, down) {
    const here = place(from);
    const away = (radio) => {
      const there = place(radio);
      const rows = (there.row - here.row) * down;
      return rows > 0 ? rows * 10 + Math.abs(there.column - here.column) : Infinity;
    };
    const nearest = radios().sort((a, b) => away(a) - away(b))[0];
    if (nearest && away(nearest) < Infinity) { nearest.focus(); pick(nearest.value); }
  }

  function type(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || !pen()) return;
    const radio = event.target.closest?.(".pair input");
    if (event.key.toLowerCase() === "x" && table.dataset.keys !== "off") document.getElementById("swap")?.click();
    else if (radio && event.key === "Enter") pen().querySelector(".write:not([hidden])").click();
    else if (radio && event.key === "ArrowUp") step(radio, -1);
    else if (radio && event.key === "ArrowDown") step(radio, 1);
    else return;
    event.preventDefault();
  }

  function shown(event) {
    begin();
    const { revealed } = event.detail;
    const large = opened && document.getElementById(opened);
    if (large && !large.matches(":popover-open")) large.showPopover();
    if (!revealed) return;
    const sentences = ["own-news", "rolled-news"].map((id) => document.getElementById(id)?.textContent.trim());
    if (pen()) news.textContent = sentences.filter(Boolean).join(" ");
    if (inPrivate) radios()[0]?.focus({ preventScroll: true });
    table.dataset.fresh = "";
    setTimeout(() => delete table.dataset.fresh, FRESH);
  }

  table.addEventListener("change", (event) => { if (event.target.matches(".pair input")) pick(event.target.value); });
  table.addEventListener("click", (event) => { if (event.target.closest("#swap")) swap(); });
  table.addEventListener("focusin", (event) => { inPrivate = event.target.closest("#private") !== null; });
  table.addEventListener("beforetoggle", (event) => {
    if (event.target.matches(".big")) opened = event.newState === "open" ? event.target.id : "";
  }, true);
  document.addEventListener("keydown", type);
  table.addEventListener("table:shown", shown);
  table.addEventListener("table:sealed", (event) => {
    const [pair, order] = event.detail.move.split(" ");
    if (pair) {
      picked = { ref: table.dataset.ref, pair, order };
      news.textContent = table.querySelector(".sealed-words").textContent;
    }
    draw();
    rescue();
  });
  table.addEventListener("table:unsent", () => {
    draw();
    if (pen()) rescue();
  });
  table.addEventListener("table:look", (event) => {
    told.set(event.detail.move, event.detail.html);
    if (pen()) draw();
  });
  begin();
})();
