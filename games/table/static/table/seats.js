// Who has chosen, at a table and in a lesson: the corner marks of the seats, and the line that names whom we wait for.
(() => {
  "use strict";

  const table = document.getElementById("table");

  // Without seats the marks stay as they are.
  function markSeats(chosen) {
    if (chosen !== null) {
      for (const seat of table.querySelectorAll(".seat[data-of]")) {
        seat.toggleAttribute("data-chosen", chosen.includes(seat.dataset.of));
        seat.toggleAttribute("data-thinking", !seat.hasAttribute("data-chosen"));
      }
    }
    const waitingFor = document.getElementById("waiting");
    if (!waitingFor) return;
    const waiting = [...table.querySelectorAll(".seat[data-of]:not([data-chosen])")];
    const mine = table.dataset.seat;
    const others = waiting.filter((seat) => seat.dataset.of !== mine).map((seat) => seat.dataset.name);
    const names = others.concat(waiting.length > others.length ? [waitingFor.dataset.word] : []);
    const last = names.length === 1 && others.length === 0;
    waitingFor.textContent = last ? waitingFor.dataset.last
      : waitingFor.dataset.waiting.replace("{names}", new Intl.ListFormat(document.documentElement.lang).format(names));
    waitingFor.toggleAttribute("data-mine", last);
    waitingFor.hidden = names.length === 0;
  }

  // My own choice, or that I took it back.
  function markMe(move) {
    const me = table.dataset.seat;
    const others = [...table.querySelectorAll(".seat[data-chosen]")].map((seat) => seat.dataset.of).filter((seat) => seat !== me);
    markSeats(move ? [...others, me] : others);
  }

  window.seatMarks = { markSeats, markMe };
})();
