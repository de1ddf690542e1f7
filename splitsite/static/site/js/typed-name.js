// A visitor types a name once: what stands in the name field of this page is offered on the next one.
(() => {
  "use strict";

  const NAME = "typed-name";
  const fields = () => document.querySelectorAll("input[name=name][autocomplete=nickname]");
  const kept = () => { try { return sessionStorage.getItem(NAME) ?? ""; } catch { return ""; } };

  function offer() {
    for (const field of fields()) if (!field.value) field.value = kept();
  }

  document.addEventListener("input", (event) => {
    if (![...fields()].includes(event.target)) return;
    try { sessionStorage.setItem(NAME, event.target.value); } catch { /* private window */ }
  });
  offer();
})();
