// Score entry by tapping: a keypad for zone values, plus and minus for points, and the result of it all.
(() => {
  "use strict";

  const form = document.getElementById("entry");
  const keypad = document.getElementById("keypad");
  const title = document.getElementById("keypad-for");
  const counted = document.getElementById("counted");
  let current = null;
  let asked = 0;
  let timer = 0;

  document.documentElement.dataset.entry = "";
  for (const button of form.querySelectorAll("[data-step]")) button.hidden = false;

  const taps = () => [...form.querySelectorAll("[data-tap]")];

  function choose(input) {
    if (current) delete current.dataset.current;
    current = input;
    keypad.hidden = !input;
    if (!input) return;
    input.dataset.current = "";
    title.textContent = input.getAttribute("aria-label");
    input.scrollIntoView({ block: "nearest" });
  }

  // The phone's own keyboard stays away; a real keyboard still types.
  function prepare() {
    for (const input of taps()) if (input.inputMode !== "none" && !input.dataset.typed) input.inputMode = "none";
  }

  function next(after) {
    const all = taps();
    const at = all.indexOf(after);
    return [...all.slice(at + 1), ...all.slice(0, at)].find((input) => input.value === "");
  }

  function show(outcome) {
    for (const place of form.querySelectorAll(".ring-seat, .seat-fields")) {
      const line = outcome?.querySelector(`[data-seat="${place.dataset.seat}"]`);
      place.querySelector("[data-sum]").textContent = line?.dataset.sum ?? "";
      place.querySelector("[data-points]").textContent = line?.dataset.points ?? "";
    }
    for (const echo of form.querySelectorAll("[data-echo]")) echo.textContent = form.elements[echo.dataset.echo].value;
  }

  async function count() {
    const mine = ++asked;
    const query = new URLSearchParams(new FormData(form));
    query.delete("csrfmiddlewaretoken");
    const answer = await fetch(`${form.dataset.count}?${query}`, { cache: "no-store" }).catch(() => null);
    if (!answer?.ok || mine !== asked) return;
    const part = document.createElement("div");
    part.innerHTML = await answer.text();
    const names = (root) => [...root.querySelectorAll("[data-tap]")].map((input) => input.name).join(" ");
    const more = counted.querySelector("#more");
    // Fields that stay are not redrawn, or a finger on them would lose them.
    if (more && names(counted) === names(part)) part.querySelector("#more").replaceWith(more);
    counted.replaceChildren(...part.childNodes);
    prepare();
    show(counted.querySelector("[data-outcome]"));
    if (current && !current.isConnected) choose(document.getElementById(current.id));
  }

  // What was tapped and not yet sent survives a reload, as long as the same people sit in the same order.
  const draft = `entry ${form.dataset.count} ${form.elements.seats.value}`;

  function recall() {
    for (const [name, value] of JSON.parse(sessionStorage.getItem(draft) ?? "[]")) {
      const input = form.elements[name];
      if (!input || input.value !== input.defaultValue) continue;
      input.value = value;
      form.dataset.dirty = "";
    }
  }

  function changed() {
    form.dataset.dirty = "";
    const filled = [...form.querySelectorAll("input[type=text], input[type=number]")].filter((one) => one.value);
    sessionStorage.setItem(draft, JSON.stringify(filled.map((one) => [one.name, one.value])));
    for (const echo of form.querySelectorAll("[data-echo]")) echo.textContent = form.elements[echo.dataset.echo].value;
    clearTimeout(timer);
    timer = setTimeout(count, 120);
  }

  form.addEventListener("focusin", (event) => {
    if (event.target.matches("[data-tap]")) choose(event.target);
    // The keypad stays until the click on a button is done, or the button would move away under the finger.
    else if (!event.target.closest("button")) choose(null);
  });
  form.addEventListener("input", changed);
  form.addEventListener("submit", () => {
    delete form.dataset.dirty;
    sessionStorage.removeItem(draft);
  });
  form.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button?.dataset.step) {
      const input = form.elements[button.dataset.of];
      input.value = Math.max(0, Math.min(Number(input.max), Number(input.value) + Number(button.dataset.step)));
      changed();
    } else if (button?.dataset.key && current) {
      if (button.dataset.key === "type") {
        current.dataset.typed = "";
        current.inputMode = "numeric";
        current.blur();
        current.focus();
        current.select();
      } else if (button.dataset.key === "done") {
        choose(null);
      } else {
        current.value = button.dataset.key;
        const following = next(current);
        changed();
        choose(following ?? null);
      }
    }
  });

  recall();
  prepare();
  count();
  // Somebody may have tapped before this script was loaded.
  if (document.activeElement?.matches("[data-tap]")) choose(document.activeElement);
})();
