// The organiser's desk: the clock ticks, names are added as fast as they are typed, lists are searched.
document.documentElement.dataset.scripted = "";

function tick() {
  for (const clock of document.querySelectorAll("[data-ends-at]")) {
    const seconds = Math.max(0, Math.round((new Date(clock.dataset.endsAt) - Date.now()) / 1000));
    clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
}
tick();
setInterval(tick, 1000);

// The desk is not redrawn while somebody marks people or types on it, nor by an answer requested before that.
// What is done on it (a swap, another draw) is shown at once.
let acting = false, dragged = null;
for (const moment of ["htmx:before:request", "htmx:before:swap"]) {
  document.addEventListener(moment, (event) => {
    const desk = event.target.closest("#desk");
    if (desk && !acting && (dragged || desk.querySelector(".pill :checked, input:focus"))) event.preventDefault();
  });
}
document.addEventListener("submit", (event) => { if (event.target.closest("#desk")) acting = true; }, true);
document.addEventListener("htmx:after:swap", () => { acting = false; });

// Drag somebody onto somebody else: the two are marked, and the form that swaps the marked is sent.
const pillAt = (event) => event.target.closest?.("#desk label.pill");
document.addEventListener("dragstart", (event) => {
  dragged = pillAt(event);
  if (!dragged) return;
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", dragged.textContent.trim());
  dragged.dataset.dragged = "";
});
document.addEventListener("dragover", (event) => {
  const over = dragged && pillAt(event);
  for (const pill of document.querySelectorAll("[data-over]")) if (pill !== over) delete pill.dataset.over;
  if (!over || over === dragged) return;
  event.preventDefault();
  over.dataset.over = "";
});
document.addEventListener("drop", (event) => {
  const over = dragged && pillAt(event);
  if (!over || over === dragged) return;
  event.preventDefault();
  for (const mark of document.querySelectorAll("#desk .pill :checked")) mark.checked = false;
  for (const pill of [dragged, over]) pill.querySelector("input").checked = true;
  document.getElementById("swap").requestSubmit(document.getElementById("do-swap"));
});
document.addEventListener("dragend", () => {
  for (const pill of document.querySelectorAll("[data-dragged], [data-over]")) { delete pill.dataset.dragged; delete pill.dataset.over; }
  dragged = null;
});

// Enter adds: the field is free for the next name at once, lines are sent one after the other, and what
// could not be sent returns to the field. Without this script the form is sent as any other.
const adding = document.querySelector("[data-empties]");
let line = Promise.resolve();

async function send(said) {
  const answer = await fetch(adding.action, { method: "POST", body: said, headers: { "HX-Request": "true" } });
  if (!answer.ok || answer.redirected) throw new Error(answer.statusText);
  document.getElementById("everybody").innerHTML = await answer.text();
}

adding?.addEventListener("submit", (event) => {
  event.preventDefault();
  const said = new FormData(adding);
  adding.reset();
  line = line.then(() => send(said)).catch((error) => {
    const field = adding.elements.names;
    field.value = [said.get("names"), field.value].filter(Boolean).join(", ");
    // An answer that is not a list (signed out meanwhile) is shown; without the network the words just stay.
    if (!(error instanceof TypeError)) adding.submit();
  });
});

// A search field shows only the lines that have its words. What is ticked always stays in sight.
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
document.addEventListener("input", (event) => {
  const list = document.querySelector(event.target.dataset?.filters ?? "[data-never]");
  if (!list) return;
  const wanted = plain(event.target.value.trim());
  for (const item of list.children) item.hidden = !plain(item.textContent).includes(wanted) && !item.querySelector(":checked");
});
document.addEventListener("keydown", (event) => {
  const list = event.key === "Enter" && document.querySelector(event.target.dataset?.filters ?? "[data-never]");
  if (!list) return;
  // Enter in the search ticks the only person found instead of sending the form.
  event.preventDefault();
  const found = [...list.children].filter((item) => !item.hidden && !item.querySelector(":checked"));
  if (found.length !== 1) return;
  found[0].querySelector("input").checked = true;
  event.target.value = "";
  event.target.dispatchEvent(new Event("input", { bubbles: true }));
});

// In the grid of scores Enter goes to the next field, as on a number pad; after the last one, to the button.
document.addEventListener("keydown", (event) => {
  const grid = event.key === "Enter" && event.target.matches("input:not([type=checkbox])") && event.target.closest("[data-grid]");
  if (!grid) return;
  event.preventDefault();
  const fields = [...grid.querySelectorAll(".score-cells input, button[type=submit]")];
  const next = fields[fields.indexOf(event.target) + 1];
  next.focus();
  next.select?.();
});
