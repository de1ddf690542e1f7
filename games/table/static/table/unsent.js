// The choice that is not sent yet. Pressing Left, Right or Write never leaves the page and never loses the choice:
// it is kept here, even over a reload, until the site has sealed or refused it, and is resent on reconnecting.
// The sealed choice is in #table[data-sealed] and nowhere else; the one not sent yet is in #table[data-unsent],
// where an empty value takes back the sealed one.
(() => {
  "use strict";

  const table = document.getElementById("table");
  const form = document.getElementById("choice");
  const line = window.tableLine;
  const KEY = `splitsite.unsent ${location.pathname}`;
  const DOUBT = 1000;

  // aim: its turn; tried: it may have reached the site; sent: it went over the connection that is open now.
  let wish = null;
  let doubting = 0;
  let posting = false;

  const tell = (kind, detail = {}) => table.dispatchEvent(new CustomEvent(`table:${kind}`, { detail }));
  const kept = () => { try { return JSON.parse(sessionStorage.getItem(KEY)); } catch { return null; } };

  function keep() {
    try {
      if (wish) sessionStorage.setItem(KEY, JSON.stringify(wish)); else sessionStorage.removeItem(KEY);
    } catch { /* private window */ }
  }

  // An old choice that waits for its refusal is not shown in the turn that is open now.
  function show() {
    const unsent = wish?.aim === table.dataset.ref ? wish.move : undefined;
    if (unsent === table.dataset.unsent) return;
    if (unsent === undefined) delete table.dataset.unsent; else table.dataset.unsent = unsent;
    tell("unsent");
  }

  // Usually the answer comes at once, and nobody needs to read that something was unsent for a moment.
  function doubt() {
    clearTimeout(doubting);
    doubting = setTimeout(show, DOUBT);
  }

  function hold(next) {
    wish = next;
    clearTimeout(doubting);
    keep();
    if (!wish || !line.open() || table.dataset.unsent !== undefined) show();
  }

  function went() {
    Object.assign(wish, { tried: true, sent: true });
    keep();
    doubt();
  }

  async function deliver() {
    if (!wish || wish.sent || posting) return;
    const { aim, move } = wish;
    const values = move === "" ? { aim, "take-back": "1" } : { aim, move };
    if (line.say(values)) { went(); return; }
    // No socket, but perhaps the site can be reached anyway.
    posting = true;
    const body = new URLSearchParams({ ...values, csrfmiddlewaretoken: form.elements.csrfmiddlewaretoken.value });
    const answer = await line.post(form.action, body);
    posting = false;
    if (wish?.aim !== aim || wish.move !== move || (!answer && line.open())) deliver();
    else if (answer?.message) tell("refused", { ...answer, aim });
    else if (answer) { Object.assign(wish, { tried: true, sent: true }); line.catchUp(); }
  }

  // Before htmx handles it: htmx sends the form when the connection is open.
  document.addEventListener("submit", (event) => {
    if (event.target !== form) return;
    const stop = () => { event.preventDefault(); event.stopPropagation(); };
    if (event.submitter?.formMethod === "dialog") { stop(); return; } // Enter on a card
    const data = new FormData(form, event.submitter);
    const back = data.has("take-back");
    if (back && wish && !wish.tried) { stop(); hold(null); return; }
    hold({ aim: data.get("aim"), move: back ? "" : data.getAll("move").join(" "), tried: false, sent: false });
    if (!line.open()) { stop(); deliver(); }
  }, true);
  form.addEventListener("htmx:ws:before:message:outgoing", () => { if (wish) went(); });

  // The site has answered: the choice is sealed now, or the turn is over.
  function settle() {
    if (!wish) return;
    const done = wish.aim === table.dataset.ref ? wish.move === table.dataset.sealed : wish.sent;
    if (done) hold(null);
    else if (table.dataset.unsent !== undefined) show();
  }

  table.addEventListener("table:shown", () => { settle(); if (!line.open()) deliver(); });
  table.addEventListener("table:sealed", settle);
  table.addEventListener("table:refused", (event) => { if (event.detail.aim === wish?.aim) hold(null); });
  table.addEventListener("table:open", deliver);
  table.addEventListener("table:broken", () => {
    if (wish) { wish.sent = false; clearTimeout(doubting); show(); }
  });

  wish = kept();
  if (wish) { wish.sent = false; settle(); show(); }
})();
