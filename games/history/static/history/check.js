// Check this deal: fetches the record, or reads a file, recomputes it and says whether each step fits.
(() => {
  "use strict";

  const page = document.getElementById("checking");
  const materials = JSON.parse(document.getElementById("materials").textContent);
  const result = document.getElementById("result");
  const noted = document.getElementById("noted");
  const file = document.getElementById("file");

  const lines = () => [...page.querySelectorAll("[data-check]")];

  function mark(name, fits, found) {
    const line = page.querySelector(`[data-check="${name}"]`);
    line.dataset.fits = fits ? "yes" : "no";
    line.querySelector(".outcome").textContent = fits ? page.dataset.fits : page.dataset.wrong;
    if (found) line.querySelector(".found").textContent = found;
  }

  function verdict() {
    const wrong = lines().some((line) => line.dataset.fits === "no");
    const open = lines().some((line) => !line.dataset.fits);
    result.dataset.fits = wrong || open ? "no" : "yes";
    result.querySelector("p").textContent = wrong || open ? page.dataset.allWrong : page.dataset.allFits;
    result.hidden = false;
  }

  async function check(text) {
    for (const line of lines()) {
      delete line.dataset.fits;
      line.querySelector(".outcome").textContent = "";
      line.querySelector(".found").textContent = "";
    }
    try {
      const record = JSON.parse(text);
      // A round with a deck is sealed with it; records of the first format carry none.
      const deck = record.deck ? await fair.hash(fair.decks[page.dataset.game](record.deck)) : "";
      const sealed = await fair.seal(record.seed + deck);
      mark("seal", sealed === record.commitment && sealed === page.dataset.commitment, sealed);
      await fair.games[page.dataset.game]?.(record, materials, mark);
    } catch {
      // What cannot be read as a record leaves its steps open, and an open step is not a correct one.
    }
    verdict();
  }

  noted.addEventListener("input", () => {
    const typed = noted.value.trim().toLowerCase();
    const answer = document.getElementById("noted-answer");
    if (!typed) answer.textContent = "";
    else answer.textContent = typed === page.dataset.commitment ? page.dataset.notedSame : page.dataset.notedOther;
  });

  file.addEventListener("change", async () => { if (file.files.length) await check(await file.files[0].text()); });
  document.getElementById("again").addEventListener("click", () => { file.value = ""; load(); });

  const load = () => fetch(page.dataset.record).then((answer) => answer.text()).then(check);

  if (!window.crypto?.subtle) {
    result.hidden = false;
    result.querySelector("p").textContent = page.dataset.noCrypto;
    return;
  }
  for (const part of page.querySelectorAll("[data-script]")) part.hidden = false;
  load();
})();
