// The projector: slides change by themselves, the clock follows the server's time, keys step and hold.
(() => {
  "use strict";

  const wall = document.getElementById("wall");
  const page = document.documentElement;
  const SECONDS = Number(wall.dataset.seconds);
  let current = wall.querySelector(".slide:not([hidden])")?.dataset.slide ?? "";
  let held = false;
  let since = Date.now();
  let ahead = 0;
  let rolled = "";
  let sleep = 0;
  let letters = localStorage.getItem("wall-letters") !== "off";

  const slides = () => [...wall.querySelectorAll(".slide")];
  const root = () => wall.querySelector(".slides");
  let chosen = root().dataset.hold;

  function show(key) {
    const all = slides();
    const wanted = all.find((slide) => slide.dataset.slide === key) ?? all[0];
    for (const slide of all) slide.hidden = slide !== wanted;
    current = wanted.dataset.slide;
    since = Date.now();
  }

  function step(by) {
    const keys = slides().map((slide) => slide.dataset.slide);
    show(keys[(keys.indexOf(current) + by + keys.length) % keys.length]);
  }

  function hold(on) {
    held = on;
    const button = document.getElementById("wall-hold");
    button.hidden = false;
    button.setAttribute("aria-pressed", String(held));
    if (held) button.dataset.kind = "act";
    else delete button.dataset.kind;
  }

  // Keys without Ctrl or Alt can be in the way of speech control, so they can be switched off.
  function listen(on) {
    letters = on;
    const button = document.getElementById("wall-letters");
    button.hidden = false;
    button.setAttribute("aria-pressed", String(on));
    wall.querySelector(".wall-keys").hidden = !on;
  }

  function words(span) {
    const seconds = Math.max(0, Math.ceil(span / 1000));
    const minutes = seconds >= 3600 ? `${Math.floor(seconds / 3600)}:${String(Math.floor(seconds / 60) % 60).padStart(2, "0")}` : String(Math.floor(seconds / 60));
    return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
  }

  function tick() {
    for (const time of wall.querySelectorAll(".time[data-ends]")) {
      const left = Number(time.dataset.ends) * 1000 - Date.now() - ahead;
      const text = words(left);
      if (time.textContent !== text) time.textContent = text;
      time.toggleAttribute("data-low", left <= 60_000);
      for (const one of wall.querySelectorAll("[data-running]")) one.hidden = left <= 0;
      for (const one of wall.querySelectorAll("[data-over]")) one.hidden = left > 0;
    }
    const stays = held || (root().dataset.hold !== "" && root().dataset.hold === current);
    // A slide that is held comes back by itself after somebody has looked at another one.
    if (!stays && Date.now() - since >= SECONDS * 1000) root().dataset.hold ? show(root().dataset.hold) : step(1);
  }

  // After every update: the same slide again, but a press on the remote or a new roll brings its slide.
  function settle() {
    ahead = Number(root().dataset.server) * 1000 - Date.now();
    const now = root().dataset.rolled;
    const wanted = root().dataset.hold;
    if (wanted && wanted !== chosen) show(wanted);
    else if (rolled && now !== rolled) show("dice");
    else {
      const kept = since;
      show(current);
      since = kept;
    }
    rolled = now;
    chosen = wanted;
    hold(held);
    listen(letters);
    tick();
  }

  function wake() {
    page.dataset.awake = "";
    clearTimeout(sleep);
    sleep = setTimeout(() => { delete page.dataset.awake; }, 4000);
  }

  page.dataset.walled = "";
  wall.addEventListener("live:shown", settle);
  wall.addEventListener("click", (event) => {
    const go = event.target.closest("[data-go]")?.dataset.go;
    if (!go) return;
    event.preventDefault();
    if (go === "hold") hold(!held);
    else if (go === "letters") {
      listen(!letters);
      localStorage.setItem("wall-letters", letters ? "on" : "off");
    }
    else step(go === "next" ? 1 : -1);
  });
  // Forms are sent without leaving the page, so that full screen stays on.
  wall.addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = event.target;
    const body = new FormData(form, event.submitter);
    for (const button of form.querySelectorAll("button")) button.disabled = true;
    await fetch(form.action, { method: "POST", body }).catch(() => null);
    wall.dispatchEvent(new CustomEvent("live:ask"));
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    if (["arrowright", "pagedown"].includes(key)) step(1);
    else if (["arrowleft", "pageup"].includes(key)) step(-1);
    else if (!letters) return;
    else if (key === "h") hold(!held);
    else if (key === "r") document.getElementById("dice-roll")?.click();
    else if (key === "f") page.requestFullscreen?.();
  });
  for (const kind of ["mousemove", "touchstart", "focusin"]) document.addEventListener(kind, wake);
  settle();
  setInterval(tick, 250);
})();
