// A plain table: marks the choice that is sealed or on its way, and leads single keys to the choices.
// Without this file the same buttons work; the page marks the choice when it is drawn anew.
(() => {
  "use strict";

  const table = document.getElementById("table");
  const news = document.getElementById("news");
  const moves = () => [...table.querySelectorAll(".plain-move")];

  function mark() {
    const chosen = table.dataset.unsent ?? table.dataset.sealed;
    for (const move of moves()) move.setAttribute("aria-pressed", String(move.value === chosen));
  }

  table.addEventListener("table:shown", mark);
  table.addEventListener("table:unsent", mark);
  table.addEventListener("table:sealed", (event) => {
    mark();
    if (event.detail.move) news.textContent = table.querySelector(".plain-ask .if-sealed")?.textContent ?? "";
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || table.dataset.keys === "off") return;
    if (event.target.closest("input, textarea, select, [popover]") || !/^[1-9]$/.test(event.key)) return;
    moves()[Number(event.key) - 1]?.focus();
  });
  mark();
})();
