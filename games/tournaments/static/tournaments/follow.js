// Keeps a page of a tournament up to date: asks for the event's pulse, and when it has changed fetches the
// live part of the page again. Without this script the page is as fresh as its last load.
// More than htmx's `every 4s`, which serves the desk: it rests in hidden tabs, tells screen readers only what
// matters, keeps what is folded out, and loads the page anew in another phase unless somebody is typing.
(() => {
  "use strict";

  const live = document.querySelector("[data-live]");
  const every = Number(live.dataset.every ?? 3000);
  let pulse = live.dataset.seen;
  let asking = false;
  let again = false;

  const phase = () => live.querySelector("[data-phase]")?.dataset.phase ?? "";
  const news = () => (live.querySelector("[data-say]")?.textContent ?? "").replace(/\s+/g, " ").trim();
  const dirty = () => document.querySelector("form[data-dirty]") !== null;

  async function refresh() {
    const answer = await fetch(location.href, { headers: { "HX-Request": "true" }, cache: "no-store" });
    if (answer.redirected || answer.status === 404) {
      location.assign(location.href);
      return;
    }
    if (!answer.ok) return;
    const before = phase();
    const told = news();
    const restoreFocus = window.keepFocus(live);
    const opened = [...live.querySelectorAll("details")].map((one) => one.open);
    live.innerHTML = await answer.text();
    live.querySelectorAll("details").forEach((one, at) => { one.open = opened[at] ?? false; });
    restoreFocus();
    if (phase() !== before && !dirty()) {
      location.assign(location.href);
      return;
    }
    // Only what matters is announced, not the whole page each time a table somewhere is counted.
    const said = document.getElementById("said");
    if (said && news() !== told) said.textContent = news();
    live.dispatchEvent(new CustomEvent("live:shown", { bubbles: true }));
  }

  async function ask(anyway = false) {
    if (asking) again ||= anyway; // what is being fetched may be older than what was just done
    if (asking || (document.hidden && !anyway)) return;
    asking = true;
    try {
      const answer = await fetch(live.dataset.pulse, { cache: "no-store" });
      if (answer.ok) {
        const now = await answer.text();
        if (anyway || now !== pulse) await refresh();
        pulse = now;
      }
    } catch {
      // The connection is down; the next beat tries again.
    } finally {
      asking = false;
    }
    if (again) {
      again = false;
      await ask(true);
    }
  }

  live.addEventListener("live:ask", () => ask(true));
  document.addEventListener("visibilitychange", () => ask());
  ask();
  setInterval(() => ask(), every);
})();
