// The rules beside the table: fetched once, opened and closed without leaving the table or dropping a card.
// Without this file the same link opens the rules as a separate page.
(() => {
  "use strict";

  const help = document.getElementById("help");
  const table = document.getElementById("table");
  const inside = document.getElementById("help-inside");
  const shown = () => help.matches(":popover-open");
  const typing = (field) => field.matches?.("input:not([type=radio], [type=checkbox]), textarea, select");
  let from = "";

  async function open() {
    from = document.activeElement?.id || "help-button";
    help.showPopover();
    if (!inside.firstElementChild) {
      const answer = await fetch(help.dataset.from, { headers: { "HX-Request": "true" } }).catch(() => null);
      if (!answer?.ok) { close(); location.assign(help.dataset.from); return; }
      inside.innerHTML = await answer.text();
    }
    if (shown()) document.getElementById("rules-title").focus({ preventScroll: true });
  }

  function close() {
    help.hidePopover();
    (document.getElementById(from) ?? document.getElementById("help-button"))?.focus({ preventScroll: true });
  }

  help.addEventListener("toggle", (event) => document.body.toggleAttribute("data-helped", event.newState === "open"));

  const turn = () => { if (shown()) close(); else open(); };

  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-help]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    link.closest("[popover]:popover-open:not(#help)")?.hidePopover();
    turn();
  });

  // Before any other script gets the key: closing the rules must not also drop the card in hand.
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && shown() && !document.querySelector("dialog[open]")) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === "?" && table?.dataset.keys !== "off" && !typing(event.target)) {
      event.preventDefault();
      turn();
    }
  }, true);
})();
