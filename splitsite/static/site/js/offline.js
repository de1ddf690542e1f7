// The page shown without a network: opens the real one as soon as there is a network.
(() => {
  "use strict";
  const again = () => location.reload();
  addEventListener("online", again);
  setInterval(() => fetch("/livez", { cache: "no-store" }).then((answer) => { if (answer.ok) again(); }, () => {}), 5000);
})();
