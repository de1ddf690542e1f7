// The page that stands in when there is no network: opens the real one as soon as there is.
(() => {
  "use strict";
  const again = () => location.reload();
  addEventListener("online", again);
  setInterval(() => fetch("/livez", { cache: "no-store" }).then((answer) => { if (answer.ok) again(); }, () => {}), 5000);
})();
