// Alerts of a table: tab title, sound, vibration and short notices. Also shares the link.
(() => {
  "use strict";

  const table = document.getElementById("table");
  const title = document.title;
  document.documentElement.dataset.scripted = "";

  // Sound and vibration start as the account says; the menu's switches change them on this device. Single keys
  // can be switched off, for people whose speech control or switch device types unintended letters.
  const kept = (name) => { try { return localStorage.getItem(`splitsite.${name}`); } catch { return null; } };
  const keep = (name, value) => { try { localStorage.setItem(`splitsite.${name}`, value); } catch { /* private window */ } };
  const feels = (name) => (kept(name) ?? table.dataset[name]) === "on";

  for (const box of document.querySelectorAll("[data-feel]")) {
    box.checked = feels(box.dataset.feel);
    table.dataset[box.dataset.feel] = box.checked ? "on" : "off";
    box.addEventListener("change", () => {
      table.dataset[box.dataset.feel] = box.checked ? "on" : "off";
      keep(box.dataset.feel, table.dataset[box.dataset.feel]);
      if (box.checked && box.dataset.feel !== "keys") signal();
    });
    box.closest("[data-script]").hidden = false;
  }

  let audio = null;
  // A soft tick: a short falling tone, without a file. Browsers allow it once somebody has touched the page.
  function tick(pitch) {
    audio ??= new AudioContext();
    if (audio.state === "suspended") audio.resume().catch(() => {});
    const begin = audio.currentTime;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = "triangle";
    tone.frequency.setValueAtTime(pitch, begin);
    tone.frequency.exponentialRampToValueAtTime(pitch * 0.7, begin + 0.12);
    volume.gain.setValueAtTime(0.0001, begin);
    volume.gain.exponentialRampToValueAtTime(0.12, begin + 0.012);
    volume.gain.exponentialRampToValueAtTime(0.0001, begin + 0.16);
    tone.connect(volume).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + 0.18);
  }

  function signal({ pitch = 520, pattern = [30] } = {}) {
    const touched = navigator.userActivation?.hasBeenActive ?? true;
    if (feels("sound") && touched && window.AudioContext) tick(pitch);
    if (feels("vibration") && touched && navigator.vibrate) navigator.vibrate(pattern);
  }

  const myTurn = () => table.dataset.status === "playing" && table.dataset.seat !== "" && table.dataset.sealed === "" && table.dataset.deputy !== "yes";
  const iAmLast = () => document.getElementById("waiting")?.hasAttribute("data-mine") ?? false;

  function nameTab() {
    if (myTurn()) document.title = `● ${table.dataset.yourTurn} · ${title}`;
    else if (["counted", "over"].includes(table.dataset.status)) document.title = `${table.dataset.counted} · ${title}`;
    else document.title = title;
  }

  let wasLast = false;
  function callTheLast() {
    const last = myTurn() && iAmLast() && Number(table.dataset.seats) > 1;
    if (last && !wasLast) signal({ pitch: 660, pattern: [40, 80, 40] });
    wasLast = last;
  }

  const seal = document.getElementById("seal");
  const news = document.getElementById("news");
  const notice = (when) => table.querySelector(`.notice[data-when="${when}"] span`).textContent;
  table.addEventListener("table:shown", (event) => {
    if (table.dataset.deputy === "yes" && event.detail.before.deputy !== "yes") news.textContent = notice("deputy");
    if (event.detail.revealed || event.detail.before.status !== table.dataset.status) signal();
    const commitment = document.getElementById("commitment");
    if (commitment) seal.textContent = commitment.value;
    wasLast = wasLast && !event.detail.revealed;
    nameTab();
    callTheLast();
  });
  // A short gap is neither shown nor spoken; a longer one is announced when it shows, and so is its end.
  let broken = false;
  let telling = 0;
  let told = false;
  new MutationObserver(() => {
    if (broken === (table.dataset.line === "broken")) return;
    broken = !broken;
    clearTimeout(telling);
    if (broken) telling = setTimeout(() => { told = true; news.textContent = notice("broken"); }, 2000);
    else if (told) { told = false; news.textContent = table.dataset.lineBack; }
  }).observe(table, { attributes: true, attributeFilter: ["data-line"] });

  const tellUnsent = () => { if (table.dataset.unsent !== undefined) news.textContent = notice("unsent"); };
  table.addEventListener("table:unsent", tellUnsent);
  tellUnsent();

  table.addEventListener("table:marks", callTheLast);
  table.addEventListener("table:sealed", nameTab);

  // A refusal or a success is shown for a few seconds where everybody looks.
  const said = document.getElementById("said");
  let fading = 0;
  table.addEventListener("table:refused", (event) => {
    if (!event.detail.message) return;
    said.textContent = event.detail.message;
    said.hidden = false;
    clearTimeout(fading);
    fading = setTimeout(() => { said.hidden = true; }, 7000);
  });

  // An action started in the menu closes the menu.
  document.getElementById("act").addEventListener("submit", (event) => {
    event.submitter?.closest("[popover]")?.hidePopover();
  });

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-share]");
    if (!button) return;
    const url = new URL(button.dataset.share, location.href).href;
    try {
      if (navigator.share) { await navigator.share({ url, title }); return; }
      await navigator.clipboard.writeText(url);
    } catch (problem) {
      if (problem.name === "AbortError") return;
      // Without permission to copy, the address is at least selected or opened.
      const address = button.closest(".invitation")?.querySelector(".address");
      if (address) getSelection().selectAllChildren(address);
      else location.assign(url);
      return;
    }
    const words = button.querySelector("span");
    const before = words.textContent;
    words.textContent = button.dataset.said;
    setTimeout(() => { words.textContent = before; }, 2500);
  });

  nameTab();
})();
