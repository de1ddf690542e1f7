// A table's code: of whatever is typed or pasted, even a whole link, only the code's letters and digits stay.
(() => {
  "use strict";

  const field = document.getElementById("code");
  const codeIn = (typed) => (typed.match(/\/(?:t|tournaments)\/(\w+)/)?.[1] ?? typed).toUpperCase().replace(/[^A-Z0-9]/g, "").slice(0, 8);

  field.addEventListener("paste", (event) => {
    const pasted = event.clipboardData?.getData("text");
    if (!pasted) return;
    event.preventDefault();
    field.value = codeIn(pasted);
  });
  field.addEventListener("change", () => { field.value = codeIn(field.value); });
})();
