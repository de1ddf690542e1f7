// A part of a page that polls stops when its answer has status 286: there is nothing more to come.
(() => {
  "use strict";

  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (ctx.response?.status !== 286) return;
    ctx.sourceElement.removeAttribute("hx-get");
    htmx.process(ctx.sourceElement, true);
  });
})();
