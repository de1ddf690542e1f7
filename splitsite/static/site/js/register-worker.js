// Registers the worker that shows our own page when there is no network, once everything else is loaded.
(() => {
  "use strict";
  if (!("serviceWorker" in navigator)) return;
  const { lang } = document.documentElement;
  addEventListener("load", () => navigator.serviceWorker.register(`/worker.js?language=${lang}`).catch(() => {}));
})();
