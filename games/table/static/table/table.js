// A table's page. htmx swaps in what the site sends; this file keeps what a swap must not lose (the focus, a card
// picked up), copies the facts to where styles and scripts read them, and sends what people do.
// Everything also works without it: forms post, pages reload.
(() => {
  "use strict";

  const table = document.getElementById("table");
  const language = document.documentElement.lang;
  const news = document.getElementById("news");
  const line = window.tableLine;
  const { markSeats, markMe } = window.seatMarks;
  const FACTS = ["status", "stage", "version", "ref", "turn", "seats", "seat", "sealed", "deputy", "extend", "hints"];
  const KEYS = ["data-zone", "data-of", "data-goal", "href"];

  const tell = (kind, detail = {}) => table.dispatchEvent(new CustomEvent(`table:${kind}`, { detail }));

  // The facts of the table are attributes of #facts, which is swapped; they are copied to #table, which stays.
  function readFacts() {
    const before = { ...table.dataset };
    const facts = document.getElementById("facts").dataset;
    // Styles read these and not the fragments: `:has()` high up makes the browser search the whole table at
    // every change of it.
    for (const name of FACTS) if (before[name] !== (facts[name] ?? "")) table.dataset[name] = facts[name] ?? "";
    document.body.dataset.stage = table.dataset.stage;
    return before;
  }

  // What a swap must not lose: the focus, the words typed, and the card somebody has picked up but not yet played.
  function keep() {
    const here = document.activeElement;
    const part = here?.closest("#public, #private");
    const kept = {
      focus: here?.id,
      picked: document.querySelector("#private input:checked")?.id,
      typed: [...document.querySelectorAll("#private input[id]:not([type=radio])")].map((field) => [field.id, field.value]),
      restore: window.keepFocus(part),
    };
    // htmx would set the focus while half of the table is new, and a slow phone would lay it out twice.
    if (part?.id === "private") here.blur();
    return kept;
  }

  function shown(kept) {
    const before = readFacts();
    markSeats(null);
    const sameTurn = before.ref === table.dataset.ref;
    const sealed = sameTurn && before.sealed !== table.dataset.sealed;
    const picked = kept.picked && sameTurn && document.getElementById(kept.picked);
    // A choice I pressed is sealed now and no longer picked up; a deputy's choice for me drops no card I picked up.
    const played = sealed && picked && table.dataset.sealed.split(" ")[0] === picked.value;
    if (picked && !picked.checked && !played) {
      picked.checked = true;
      picked.dispatchEvent(new Event("change", { bubbles: true }));
    }
    for (const [id, words] of kept.typed) {
      const field = document.getElementById(id);
      if (field && !field.value) field.value = words;
    }
    if (kept.focus) document.getElementById(kept.focus)?.focus({ preventScroll: true });
    tell("shown", { before, revealed: !sameTurn && before.status === "playing" });
    if (sealed) tell("sealed", { move: table.dataset.sealed });
    kept.restore();
    // During play my private part has no box of its own, so the table has the focus in its place.
    const mine = document.getElementById("private");
    if (document.activeElement === table && mine.checkVisibility()) {
      mine.tabIndex = -1;
      mine.focus({ preventScroll: true });
    }
  }

  // What came beside the table itself: one empty element each, which htmx has just filled.
  const receive = {
    marks: ({ ref, chosen }) => {
      if (ref !== table.dataset.ref) { line.catchUp(); return; }
      markSeats(chosen.split(" "));
      tell("marks");
    },
    sealed: ({ ref, move }) => {
      if (ref !== table.dataset.ref) return;
      table.dataset.sealed = move;
      markMe(move);
      tell("sealed", { move });
    },
    looked: ({ move }, html) => tell("look", { move, html }),
    refused: ({ code, aim }, html, message) => {
      tell("refused", { code, aim, message });
      if (code === "stale") line.catchUp();
    },
    beat: ({ version }) => { if (version !== table.dataset.version) line.catchUp(); },
  };

  // Reads what came and empties it, so that no attribute on the page is out of date.
  function open(letter) {
    const facts = { ...letter.dataset };
    const [html, words] = [letter.innerHTML, letter.textContent.trim()];
    for (const name of Object.keys(facts)) delete letter.dataset[name];
    letter.replaceChildren();
    overtaken = true;
    receive[letter.id](facts, html, words);
  }

  // While cards are played htmx morphs the public part: it changes only what differs. What names itself by one of
  // these never becomes another thing.
  htmx.registerExtension("keys", {
    init(api) {
      const alike = api.isSoftMatch;
      const same = (mine, next) => KEYS.every((key) => mine.getAttribute(key) === next.getAttribute(key));
      api.isSoftMatch = (mine, next) => alike(mine, next) && same(mine, next);
    },
  });

  // An answer can be older than what the socket brought meanwhile: another turn, or who has chosen in it.
  let overtaken = false;
  table.addEventListener("htmx:before:request", (event) => { if (event.target === table) overtaken = false; });

  function late(ctx, facts) {
    if (!ctx.response) overtaken = true;
    const ahead = Number(facts.fragment.firstElementChild.dataset.version) - Number(table.dataset.version);
    if (!ctx.response || !overtaken || ahead > 0) return false;
    if (ahead === 0) line.catchUp();
    return true;
  }

  for (const source of [table, document.getElementById("line")]) {
    source.addEventListener("htmx:before:swap", (event) => {
      const { ctx, tasks } = event.detail;
      ctx.letters = tasks.map((task) => task.target?.id).filter((id) => id in receive);
      const facts = tasks.find((task) => task.target?.id === "facts");
      if (!facts) return;
      event.stopPropagation(); // the focus is kept here
      const spoken = ctx.response?.headers.get("Content-Language") ?? language;
      if (spoken !== language || late(ctx, facts)) event.preventDefault();
      // Another language was chosen in another window: a new page beats half a page of each.
      if (spoken !== language) location.reload();
      if (event.defaultPrevented) return;
      ctx.kept = keep();
      tell("leaving");
    });
    source.addEventListener("htmx:after:swap", (event) => {
      const { letters, kept } = event.detail.ctx;
      if (kept) { event.stopPropagation(); shown(kept); }
      for (const id of letters ?? []) open(document.getElementById(id));
    });
  }

  // Everything but a choice is one POST; the socket then shows what it changed. Without a connection nothing may
  // lead to the browser's own error page, so links to other pages are tried first.
  document.getElementById("act").addEventListener("submit", async (event) => {
    const { submitter, target } = event;
    const action = submitter?.getAttribute("formaction");
    const leads = submitter?.hasAttribute("data-page");
    if (!action || (leads && line.open() && navigator.onLine)) return;
    event.preventDefault();
    const answer = await line.post(action, new URLSearchParams(new FormData(target, submitter)));
    if (!answer) tell("refused", { message: table.dataset.notThrough });
    else if (answer.message) tell("refused", answer);
    else if (answer.go || answer.page || leads) location.assign(answer.go || answer.page || location.href);
    else {
      for (const field of document.querySelectorAll("#private input[id][form=act]")) field.value = "";
      if (!line.open()) line.catchUp();
    }
  });

  // People who touch the table while a deputy plays for them get their seat back.
  let touched = 0;
  function touch() {
    if (table.dataset.deputy === "yes" && Date.now() - touched > 2000) {
      touched = Date.now();
      line.say({ here: "1" });
    }
  }
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, touch, { passive: true });

  table.addEventListener("table:refused", (event) => { if (event.detail.message) news.textContent = event.detail.message; });
  table.addEventListener("table:ask", async ({ detail: { move } }) => {
    if (line.say({ look: move })) return;
    const answer = await fetch(`${table.dataset.look}?move=${encodeURIComponent(move)}`).catch(() => null);
    const html = answer?.ok ? await answer.text().catch(() => "") : "";
    if (html) tell("look", { move, html });
  });
  markSeats(null);
})();
