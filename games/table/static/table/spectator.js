// Spectators choose whose side of the table they look from. The address says it too, so it works without this file.
(() => {
  "use strict";

  const table = document.getElementById("table");

  // Who sits down looks from the own seat; who loses the seat looks from the first one.
  function show() {
    if (table.dataset.seat !== "") delete table.dataset.from;
    else table.dataset.from ??= "0";
    for (const link of table.querySelectorAll(".look-from a")) {
      if (link.dataset.number === table.dataset.from) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }

  table.addEventListener("click", (event) => {
    const link = event.target.closest(".look-from a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    table.dataset.from = link.dataset.number;
    history.replaceState(null, "", link.href);
    show();
    table.dispatchEvent(new CustomEvent("table:from"));
  });
  table.addEventListener("table:shown", show);
  show();
})();
