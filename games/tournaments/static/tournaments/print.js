// The button that prints the page; without this script the browser's own menu does it.
(() => {
  "use strict";

  const button = document.getElementById("print");
  button.hidden = false;
  button.addEventListener("click", () => window.print());
})();
