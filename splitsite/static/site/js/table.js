// A table's page: keeps its socket open, sends choices, and shows what comes back.
// Everything also works without this file: forms post, pages reload.
(() => {
  "use strict";

  const table = document.getElementById("table");
  const language = document.documentElement.lang;
  const news = document.getElementById("news");
  const FACTS = ["status", "stage", "version", "ref", "turn", "seats", "seat", "sealed", "deputy", "extend", "hints"];
  const SLOW_POLL = 20000;
  const SILENCE = 5500;
  const LONGEST_WAIT = 8000;

  const UNPACKS = "DecompressionStream" in window;

  let socket = null;
  let wait = 250;
  let silence = 0;
  let touched = 0;

  const open = () => socket !== null && socket.readyState === WebSocket.OPEN;
  const tell = (kind, detail = {}) => table.dispatchEvent(new CustomEvent(`table:${kind}`, { detail }));
  const say = (sentence) => { news.textContent = sentence; };

  // The facts of the table stand as attributes on #facts, which is swapped, and are copied to #table, which stays.
  function readFacts() {
    const before = { ...table.dataset };
    const facts = document.getElementById("facts").dataset;
    // Styles read these and not what stands in the fragments: `:has()` high up costs a look at the whole table at
    // every change of it.
    for (const name of FACTS) if (before[name] !== (facts[name] ?? "")) table.dataset[name] = facts[name] ?? "";
    document.body.dataset.stage = table.dataset.stage;
    return before;
  }

  // Puts the fragments of a frame in their places, as htmx does with those of an answer. htmx looks at the page
  // between two of them, and a slow phone then lays out the whole table each time.
  function show(html, everyones) {
    const before = keep();
    tell("leaving");
    const parts = document.createElement("template");
    parts.innerHTML = html;
    for (const part of [...parts.content.children]) {
      const here = document.getElementById(part.id);
      if (part.getAttribute("hx-swap-oob") === "true") here.replaceWith(part);
      else here.replaceChildren(...part.childNodes);
      htmx.process(document.getElementById(part.id));
    }
    // Last, since a hand that goes while it has the focus makes the browser lay out whatever has changed by then.
    if (everyones) drawPublic(everyones);
    shown(before);
  }

  // While cards are played most of the table stays as it is; another stage is another page.
  function drawPublic(html) {
    const part = document.getElementById("public");
    if (table.dataset.status === "playing") window.morph(part, html);
    else part.innerHTML = html;
    htmx.process(part);
  }

  // What a swap must not cost: the focus, and the card somebody has picked up but not yet played.
  const keep = () => ({
    focus: document.activeElement?.id,
    ref: table.dataset.ref,
    picked: document.querySelector("#private input:checked")?.id,
    typed: [...document.querySelectorAll("#private input[id]:not([type=radio])")].map((field) => [field.id, field.value]),
    restore: window.keepFocus(document.activeElement?.closest("#public, #private")),
  });

  function shown(kept) {
    const before = readFacts();
    markSeats(null);
    const picked = kept.picked && kept.ref === table.dataset.ref && document.getElementById(kept.picked);
    if (picked && !picked.checked) {
      picked.checked = true;
      picked.dispatchEvent(new Event("change", { bubbles: true }));
    }
    for (const [id, words] of kept.typed) {
      const field = document.getElementById(id);
      if (field && !field.value) field.value = words;
    }
    if (kept.focus) document.getElementById(kept.focus)?.focus({ preventScroll: true });
    tell("shown", { before, revealed: before.ref !== table.dataset.ref && before.status === "playing" });
    kept.restore();
  }

  // Who has chosen: the corner marks of the seats, and the line that names whom we wait for.
  function markSeats(chosen) {
    for (const seat of table.querySelectorAll(".seat[data-of]")) {
      if (chosen !== null) {
        seat.toggleAttribute("data-chosen", chosen.includes(Number(seat.dataset.of)));
        seat.toggleAttribute("data-thinking", !seat.hasAttribute("data-chosen"));
      }
    }
    const line = document.getElementById("waiting");
    if (!line) return;
    const waiting = [...table.querySelectorAll(".seat[data-of]:not([data-chosen])")];
    const mine = table.dataset.seat;
    const others = waiting.filter((seat) => seat.dataset.of !== mine).map((seat) => seat.dataset.name);
    const names = others.concat(waiting.length > others.length ? [line.dataset.word] : []);
    const last = names.length === 1 && others.length === 0;
    line.textContent = last ? line.dataset.last
      : line.dataset.waiting.replace("{names}", new Intl.ListFormat(language).format(names));
    line.toggleAttribute("data-mine", last);
    line.hidden = names.length === 0;
  }

  // The public part of a reveal comes first, packed, the same bytes for everyone; then what is mine, and both are shown.
  let unpacked = "";
  let heard = Promise.resolve();

  async function unpack(packed) {
    unpacked = await new Response(packed.stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
  }

  const receive = {
    marks: (frame) => {
      if (frame.ref !== table.dataset.ref) return catchUp();
      markSeats(frame.chosen);
      tell("marks", frame);
    },
    sealed: (frame) => {
      if (frame.ref !== table.dataset.ref) return;
      table.dataset.sealed = frame.move;
      const me = Number(table.dataset.seat);
      const chosen = [...table.querySelectorAll(".seat[data-chosen]")].map((seat) => Number(seat.dataset.of));
      markSeats(frame.move ? [...chosen, me] : chosen.filter((seat) => seat !== me));
      tell("sealed", frame);
    },
    look: (frame) => tell("look", frame),
    beat: (frame) => { if (String(frame.version) !== table.dataset.version) catchUp(); },
    refused: (frame) => { say(frame.message); tell("refused", frame); if (frame.code === "stale") catchUp(); },
  };

  const catchUp = () => htmx.trigger(table, "catch-up");

  function hear(data) {
    if (data instanceof Blob) return unpack(data);
    if (data.startsWith("<")) { show(data, unpacked); unpacked = ""; return; }
    const frame = JSON.parse(data);
    receive[frame.kind]?.(frame);
  }

  function connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const asked = new URLSearchParams({ language, version: table.dataset.version, unpacks: UNPACKS ? "1" : "" });
    const line = new WebSocket(`${scheme}://${location.host}${table.dataset.socket}?${asked}`);
    socket = line;
    line.addEventListener("open", () => { wait = 250; table.dataset.line = "open"; listen(line); });
    line.addEventListener("message", (event) => {
      listen(line);
      // Unpacking takes a moment, and frames are shown in the order they came.
      heard = heard.then(() => hear(event.data)).catch(catchUp);
    });
    line.addEventListener("close", () => lose(line));
  }

  function lose(line) {
    if (line !== socket) return;
    clearTimeout(silence);
    table.dataset.line = "broken";
    socket = null;
    setTimeout(connect, wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }

  // A line can die without a word, but the site says something every five seconds. The browser may take long to
  // close such a line, so it is left behind; the page fetches what it missed and opens another.
  function listen(line) {
    clearTimeout(silence);
    silence = setTimeout(() => { catchUp(); lose(line); line.close(); }, SILENCE);
  }

  function send(frame) {
    if (!open()) return false;
    socket.send(JSON.stringify(frame));
    return true;
  }

  // A choice goes over the socket when it is open, else as the ordinary form it is.
  document.getElementById("choice").addEventListener("submit", (event) => {
    const form = event.target;
    const data = new FormData(form, event.submitter);
    const move = data.has("take-back") ? "" : data.getAll("move").join(" ");
    if (send({ aim: data.get("aim"), move })) event.preventDefault();
  });

  // Everything else at the table is one POST; the socket then shows what it changed.
  document.getElementById("act").addEventListener("submit", async (event) => {
    const action = event.submitter?.getAttribute("formaction");
    if (!open() || !action || event.submitter.hasAttribute("data-page")) return;
    event.preventDefault();
    const body = new URLSearchParams(new FormData(event.target, event.submitter));
    const answer = await fetch(action, { method: "POST", body, headers: { "X-Table": "1" } });
    const result = await answer.json().catch(() => ({}));
    if (result.go) location.assign(result.go);
    else if (result.message) { say(result.message); tell("refused", result); }
    else for (const field of document.querySelectorAll("#private input[id][form=act]")) field.value = "";
  });

  // Whoever touches the table while a deputy plays for them has the seat back.
  function touch() {
    if (table.dataset.deputy === "yes" && Date.now() - touched > 2000) {
      touched = Date.now();
      send({ here: "1" });
    }
  }
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, touch, { passive: true });

  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") { if (open()) catchUp(); else if (socket === null) wait = 250; }
  });
  // A request that hangs on a dead line would keep the next one waiting.
  table.addEventListener("htmx:configRequest", (event) => {
    if (event.target === table) event.detail.timeout = SILENCE;
  });
  let kept = null;
  table.addEventListener("htmx:beforeSwap", (event) => {
    // Another language was chosen in another window: half a page of each would be worse than a new page.
    const spoken = event.detail.xhr.getResponseHeader("Content-Language");
    if (spoken && spoken !== language) {
      event.detail.shouldSwap = false;
      location.reload();
      return;
    }
    kept = keep();
    tell("leaving");
  });
  table.addEventListener("htmx:afterRequest", () => { if (kept) shown(kept); kept = null; });
  table.addEventListener("table:ask", (event) => {
    if (!send({ look: event.detail.move })) {
      fetch(`${table.dataset.look}?move=${encodeURIComponent(event.detail.move)}`)
        .then((answer) => answer.text())
        .then((html) => tell("look", { move: event.detail.move, html }));
    }
  });
  setInterval(() => { if (!open()) catchUp(); }, SLOW_POLL);
  markSeats(null);
  connect();
})();
