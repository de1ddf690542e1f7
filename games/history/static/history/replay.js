// A replay without reloading: links, arrow keys and the slider show one turn after the other.
// Everything also works without this file: turns are links, the slider is a form.
(() => {
  "use strict";

  const replay = document.getElementById("replay");
  const form = document.getElementById("seek");
  const slider = document.getElementById("slider");
  const eyes = document.getElementById("eyes");
  const news = document.getElementById("news");
  const PACE = 2200;
  const KEPT = 80;
  const turns = new Map();
  let asked = "";
  let aim = 0; // where quick fingers are going, while the page is not there yet
  let playing = 0;

  const id = (name) => document.getElementById(name);
  const address = (turn) => {
    const data = new URLSearchParams(new FormData(form));
    data.set("turn", turn);
    return `${form.getAttribute("action")}?${data}`;
  };

  // Every turn is fetched once; a finished round does not change.
  function fetched(url) {
    if (!turns.has(url)) {
      if (turns.size >= KEPT) turns.delete(turns.keys().next().value);
      const answer = fetch(url, { headers: { "HX-Request": "true" } }).then((response) => {
        if (!response.ok) throw new Error(String(response.status));
        return response.text();
      });
      answer.catch(() => turns.delete(url));
      turns.set(url, answer);
    }
    return turns.get(url);
  }

  async function show(url, { quietly = false } = {}) {
    asked = url;
    aim = Number(new URL(url, location.href).searchParams.get("turn"));
    let html;
    try { html = await fetched(url); } catch { location.assign(url); return; }
    if (asked !== url) return; // somebody was faster
    const focus = document.activeElement?.id;
    await htmx.swap({ sourceElement: replay, target: replay, text: html, swap: "none" });
    history.replaceState(null, "", url);
    document.querySelector(".languages [name=next]").value = url;
    settle(focus);
    if (!quietly) tell();
  }

  // After a swap: the focus stays where it was, and the slider and the play button match the turn shown.
  function settle(focus) {
    const turn = Number(id("shown").firstElementChild.dataset.turn);
    aim = turn;
    if (document.activeElement !== slider) slider.value = turn;
    slider.setAttribute("aria-valuetext", id("shown").querySelector(".turn-title").textContent);
    const button = id("play");
    button.hidden = false;
    button.setAttribute("aria-pressed", String(playing !== 0));
    if (focus && document.activeElement?.id !== focus) id(focus)?.focus({ preventScroll: true });
    for (const neighbour of [turn + 1, turn - 1]) {
      if (neighbour >= 1 && neighbour <= Number(slider.max)) fetched(address(neighbour)).catch(() => {});
    }
  }

  function tell() {
    const said = [...id("shown").querySelectorAll(".said")].map((line) => line.textContent.trim().replace(/\s+/g, " "));
    news.textContent = [id("shown").querySelector(".turn-title").textContent, ...said].join(". ");
  }

  const now = () => Number(id("shown").firstElementChild.dataset.turn);
  function go(turn) {
    if (turn >= 1 && turn <= Number(slider.max) && turn !== aim) return show(address(turn));
    return null;
  }

  function stop() {
    clearInterval(playing);
    playing = 0;
    id("play").setAttribute("aria-pressed", "false");
  }

  function start() {
    if (now() === Number(slider.max)) go(1);
    playing = setInterval(() => { if (now() < Number(slider.max)) go(now() + 1); else stop(); }, PACE);
    id("play").setAttribute("aria-pressed", "true");
  }

  document.addEventListener("click", (event) => {
    if (event.target.closest("#play")) { if (playing) stop(); else start(); return; }
    const link = event.target.closest("a[data-step]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    stop();
    show(link.getAttribute("href"));
  });

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, select, textarea, [popover]")) return;
    const steps = { ArrowLeft: aim - 1, ArrowRight: aim + 1, Home: 1, End: Number(slider.max) };
    if (!(event.key in steps)) return;
    event.preventDefault();
    stop();
    go(steps[event.key]);
  });

  slider.addEventListener("input", () => { stop(); show(address(slider.value), { quietly: true }); });
  slider.addEventListener("change", tell);
  eyes.addEventListener("change", () => { stop(); show(address(aim)); });
  form.addEventListener("submit", (event) => { event.preventDefault(); show(address(slider.value)); });

  replay.dataset.scripted = "";
  settle("");
})();
