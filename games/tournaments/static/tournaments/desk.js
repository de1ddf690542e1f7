// The organiser's clock ticks, and what only helps without a script is put away.
document.documentElement.dataset.scripted = "";

function tick() {
  for (const clock of document.querySelectorAll("[data-ends-at]")) {
    const seconds = Math.max(0, Math.round((new Date(clock.dataset.endsAt) - Date.now()) / 1000));
    clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
}
tick();
setInterval(tick, 1000);
