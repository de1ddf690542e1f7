// The rules beside the table: fetched once for each deck, opened and closed without leaving the table or dropping
// a card. Without this file the same link opens the rules as a separate page.
(() => {
  "use strict";

  const help = document.getElementById("help");
  const table = document.getElementById("table");
  const inside = document.getElementById("help-inside");
  const shown = () => help.matches(":popover-open");
  const typing = (field) => field.matches?.("input:not([type=radio], [type=checkbox]), textarea, select");
  // The first link is on the table and is drawn anew with it: it knows which deck is played with now.
  const wanted = () => document.querySelector("a[data-help]").href;
  let from = "", fetched = "";

  async function open() {
    from = document.activeElement?.id || "help-button";
    help.showPopover();
    const address = wanted();
    if (fetched !== address) {
      const answer = await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null);
      if (!answer?.ok) { close(); location.assign(address); return; }
      inside.innerHTML = await answer.text();
      fetched = address;
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
