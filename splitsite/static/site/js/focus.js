// Keeps the focus over every swap: on the same element redrawn, on one that does the same, or else on the
// swapped part, so that people with a keyboard or a screen reader are never sent back to the top of the page.
(() => {
  "use strict";

  const SAME = ["href", "name", "value", "formaction", "popovertarget", "aria-label"];

  function selectorOf(thing) {
    if (thing.id) return `#${CSS.escape(thing.id)}`;
    const told = SAME.filter((name) => thing.hasAttribute(name));
    if (!told.length) return "";
    return thing.localName + told.map((name) => `[${name}="${CSS.escape(thing.getAttribute(name))}"]`).join("");
  }

  const caretOf = (field) => { try { return [field.selectionStart, field.selectionEnd]; } catch { return null; } };

  // Called before a swap of the part; what it returns is called after it.
  window.keepFocus = (part) => {
    const here = document.activeElement;
    if (!part?.contains(here)) return () => {};
    const selector = here === part ? "" : selectorOf(here);
    const caret = here.localName === "input" ? caretOf(here) : null;
    return () => {
      const now = document.activeElement;
      if (now && now !== document.body && now.checkVisibility()) return;
      const again = selector ? [...part.querySelectorAll(selector)].find((one) => one.checkVisibility()) : null;
      // A part whose children are laid out as if they were its parent's cannot have the focus itself.
      const home = part.checkVisibility() ? part : part.parentElement;
      if (!again) home.tabIndex = -1;
      (again ?? home).focus({ preventScroll: true });
      if (again && caret && caret[0] !== null) again.setSelectionRange(...caret);
    };
  };

  let restore = [];
  document.addEventListener("htmx:before:swap", (event) => {
    restore = event.detail.tasks.map((task) => window.keepFocus(task.target));
  });
  document.addEventListener("htmx:after:swap", () => { for (const one of restore) one(); });
})();
