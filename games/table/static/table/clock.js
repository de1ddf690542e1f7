// The table's clock: counts down by the server's time, since phones have their own, then shows my reserve.
(() => {
  "use strict";

  const table = document.getElementById("table");
  const LOW = 10_000;
  const HOUR = 3_600_000;
  let ahead = -Infinity;
  let warned = "";

  // A message can only arrive late, so the largest difference seen is the most accurate.
  function hearTheTime() {
    const told = Number(document.getElementById("facts").dataset.now) * 1000;
    if (told) ahead = Math.max(ahead, told - Date.now());
  }

  function words(span) {
    const seconds = Math.max(0, Math.ceil(span / 1000));
    if (span >= HOUR) return `${Math.floor(seconds / 3600)}:${String(Math.floor(seconds / 60) % 60).padStart(2, "0")} h`;
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  function write(element, text) {
    if (element.textContent !== text) element.textContent = text;
  }

  function tick() {
    const clock = document.getElementById("clock");
    const mine = document.getElementById("my-time");
    if (!clock || table.dataset.status !== "playing") {
      delete table.dataset.clock;
      return;
    }
    const left = Date.parse(clock.dataset.deadline) - Date.now() - ahead;
    const reserve = Number(mine?.dataset.reserve ?? 0);
    const waits = Boolean(mine) && table.dataset.sealed === "";
    const spent = waits && left < 0 ? Math.max(0, reserve + left) : reserve;
    clock.dataset.ticking = "";
    write(clock.querySelector("b"), words(left));
    const shown = clock.querySelector(".reserve");
    if (!shown.firstChild && mine) {
      shown.innerHTML = '<span class="word"></span> <span class="span"></span>';
      shown.firstChild.textContent = table.dataset.reserveWord;
    }
    if (mine) write(shown.querySelector(".span"), `+${words(spent)}`);
    clock.toggleAttribute("data-low", (left > 0 ? left : spent) <= LOW);
    clock.toggleAttribute("data-reserve", left <= 0 && reserve > 0);
    if (waits && left <= 0) table.dataset.clock = "reserve";
    else delete table.dataset.clock;
    const total = left + reserve;
    if (waits && total <= LOW && total > 0 && warned !== table.dataset.ref) {
      warned = table.dataset.ref;
      document.getElementById("news").textContent = table.dataset.hurry;
    }
  }

  table.addEventListener("table:shown", () => { hearTheTime(); tick(); });
  hearTheTime();
  tick();
  setInterval(tick, 250);
})();
