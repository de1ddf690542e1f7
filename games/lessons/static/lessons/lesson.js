// A lesson's page: sends choices and shows the answers, as a table's page does, but the state of the lesson
// is in the address. Without this file every choice loads a page.
(() => {
  "use strict";

  const table = document.getElementById("table");
  const form = document.getElementById("choice");
  const FACTS = ["status", "stage", "version", "ref", "turn", "sealed"];
  const tell = (kind, detail = {}) => table.dispatchEvent(new CustomEvent(`table:${kind}`, { detail }));

  document.documentElement.dataset.scripted = "";

  function markChoice() {
    if (table.dataset.status === "playing") window.seatMarks.markMe(table.dataset.sealed);
  }

  // A card that was sealed or taken back changes little; a reveal changes everything.
  async function show(html) {
    const answer = document.createElement("template");
    answer.innerHTML = html;
    const facts = answer.content.getElementById("facts").dataset;
    const before = { ...table.dataset };
    const same = facts.ref === before.ref && facts.status === before.status;
    for (const name of FACTS) table.dataset[name] = facts[name] ?? "";
    if (same) {
      document.getElementById("coach").replaceChildren(...answer.content.getElementById("coach").childNodes);
      tell("sealed", { move: facts.sealed });
    } else {
      await htmx.swap({ sourceElement: table, target: table, text: html, swap: "none" });
      tell("shown", { before, revealed: before.status === "playing" && facts.version > before.version });
    }
    markChoice();
    const next = document.getElementById("go-on");
    if (next) next.focus();
    else if (!table.contains(document.activeElement)) document.getElementById("coach-words").focus({ preventScroll: true });
    scrollTo(0, 0);
    showAdvised();
  }

  // On a small screen the table may scroll below the coach.
  function showAdvised() {
    table.scrollTo(0, 0);
    table.querySelector(".pair:has([data-advised]) label")?.scrollIntoView({ block: "nearest" });
  }

  async function ask(address, options = {}) {
    const answer = await fetch(address, { ...options, headers: { "HX-Request": "true" } }).catch(() => null);
    if (!answer?.ok) { location.reload(); return; }
    if (options.method === "POST") history.pushState(null, "", answer.url);
    await show(await answer.text());
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask(location.href, { method: "POST", body: new URLSearchParams(new FormData(form, event.submitter)) });
  });
  addEventListener("popstate", () => ask(location.href));

  table.addEventListener("table:ask", async (event) => {
    const asked = new URLSearchParams(location.search);
    asked.set("move", event.detail.move);
    const answer = await fetch(`${table.dataset.look}?${asked}`).catch(() => null);
    if (answer?.ok) tell("look", { move: event.detail.move, html: await answer.text() });
  });
  markChoice();
})();
