// Tells the count step by step. Everything is already in the page; this only shows it in order.
(() => {
  "use strict";

  const table = document.getElementById("table");
  const STEP = 700;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  // How far the count has been told; kept while the fragment is swapped (somebody is ready, somebody writes).
  let round = "";
  let at = 0;
  let chosen = { part: "", page: 0 };
  let timer = 0;

  const count = () => document.getElementById("count");
  const found = (selector) => [...(count()?.querySelectorAll(selector) ?? [])];
  const told = (name) => { try { return sessionStorage.getItem(name) === "told"; } catch { return false; } };
  const remember = (name) => { try { sessionStorage.setItem(name, "told"); } catch { /* private window */ } };

  // The steps in page order; elements with the same word are one step, told at the last of them.
  function steps() {
    const all = new Map();
    for (const element of found("[data-tell]")) {
      const key = element.dataset.tell || element;
      const before = all.get(key) ?? [];
      all.delete(key);
      all.set(key, [...before, element]);
    }
    // Who won is told last, also where it stands first on the page.
    const match = all.get("match");
    if (all.delete("match")) all.set("match", match);
    return [...all.values()];
  }

  const parts = () => found("[data-part]");
  const pages = () => found("[data-page]");
  const telling = () => count()?.hasAttribute("data-telling") ?? false;

  function myPage() {
    const mine = table.dataset.seat === "" ? -1 : pages().findIndex((page) => page.dataset.left === table.dataset.seat);
    return Math.max(0, mine);
  }

  function draw() {
    if (!count()) return;
    const all = steps();
    const more = at < all.length;
    count().toggleAttribute("data-telling", more);
    all.forEach((elements, number) => elements.forEach((element) => element.toggleAttribute("data-told", number < at)));
    const names = parts().map((part) => part.dataset.part);
    const here = names.indexOf(chosen.part);
    for (const part of parts()) part.toggleAttribute("data-shown", part.dataset.part === chosen.part);
    for (const step of found("[data-for]")) {
      const place = names.indexOf(step.dataset.for);
      step.toggleAttribute("data-here", place === here);
      step.toggleAttribute("data-done", place < here || (!more && place !== here));
    }
    pages().forEach((page, number) => page.toggleAttribute("data-shown", number === chosen.page));
    const number = count().querySelector(".page-number");
    if (number && pages().length) number.textContent = `· ${chosen.page + 1} ${number.dataset.ofAll}`;
  }

  // Scrolls to the step that was just told.
  function follow() {
    const element = steps()[at - 1]?.[0];
    const part = element?.closest("[data-part]");
    if (part) chosen.part = part.dataset.part;
    const page = element?.closest("[data-page]");
    if (page) chosen.page = pages().indexOf(page);
  }

  function finish() {
    clearTimeout(timer);
    if (!count()) return;
    at = steps().length;
    chosen = { part: parts().at(-1)?.dataset.part ?? "", page: myPage() };
    if (!told(round)) document.getElementById("news").textContent = count().querySelector(".winners")?.innerText ?? "";
    remember(round);
    draw();
    if (count().querySelector(".ending")) scrollTo(0, 0);
  }

  function next() {
    clearTimeout(timer);
    if (!count()) return;
    at += 1;
    if (at >= steps().length) { finish(); return; }
    follow();
    draw();
    timer = setTimeout(next, STEP);
  }

  function turn(by) {
    if (!pages().length) return;
    if (telling()) finish();
    const focused = document.activeElement?.dataset?.turn;
    chosen = { part: pages()[0].closest("[data-part]").dataset.part, page: (chosen.page + by + pages().length) % pages().length };
    draw();
    if (focused) pages()[chosen.page].querySelector(`[data-turn="${focused}"]`)?.focus();
  }

  function begin() {
    if (!count()) { clearTimeout(timer); return; } // the next round was dealt while this one was told
    count().dataset.scripted = "";
    if (round !== count().dataset.round) {
      clearTimeout(timer);
      round = count().dataset.round;
      at = 0;
      chosen = { part: parts()[0]?.dataset.part ?? "", page: 0 };
      if (calm.matches || told(round)) finish();
      else { draw(); timer = setTimeout(next, STEP); }
    } else {
      draw();
    }
  }

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-skip]")) finish();
    if (!count()?.contains(event.target)) return;
    const button = event.target.closest("button, a, input, summary");
    if (!button) { if (telling()) next(); return; }
    if (button.dataset.turn) turn(Number(button.dataset.turn));
    else if (button.dataset.go) {
      if (telling()) finish();
      chosen.part = button.dataset.go;
      draw();
    }
  });

  document.addEventListener("keydown", (event) => {
    if (!count() || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select, [popover]")) return;
    if (event.key === "ArrowRight") { if (telling()) next(); else turn(1); } else if (event.key === "ArrowLeft") turn(-1);
    else if (event.key === "Escape" && telling()) finish();
    else return;
    event.preventDefault();
  });

  table.addEventListener("table:shown", begin);
  begin();
})();
