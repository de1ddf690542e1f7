// Times in the reader's own zone, the time left of the day, and the result to copy or send.
// Without this file the times are in UTC and the text can be selected by hand.
(() => {
  "use strict";

  const language = document.documentElement.lang;
  const moment = new Intl.DateTimeFormat(language, { hour: "numeric", minute: "2-digit" });
  for (const time of document.querySelectorAll("time[data-local]")) {
    time.textContent = moment.format(new Date(time.dateTime));
    for (const words of time.closest("[data-ends]")?.querySelectorAll("[data-your-time]") ?? []) words.hidden = false;
  }

  for (const line of document.querySelectorAll("[data-ends]")) {
    const end = Date.parse(line.dataset.ends);
    const left = line.querySelector("[data-left]");
    const two = (number) => String(number).padStart(2, "0");
    const count = () => {
      const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      left.textContent = `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
      line.querySelector("[data-counting]").hidden = line.querySelector("[data-running]").hidden = seconds === 0;
      line.querySelector("[data-over]").hidden = seconds > 0;
      if (seconds === 0) clearInterval(ticking);
    };
    const ticking = setInterval(count, 1000);
    count();
  }

  for (const share of document.querySelectorAll("[data-share]")) {
    const text = share.querySelector("pre");
    const copy = share.querySelector("[data-copy]");
    const send = share.querySelector("[data-send]");
    const mark = () => getSelection().selectAllChildren(text);
    copy.hidden = false;
    copy.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(text.textContent);
      } catch {
        // A site without https has no clipboard: then the selected text is copied the old way.
        mark();
        if (!document.execCommand("copy")) return;
      }
      copy.querySelector("span").textContent = copy.dataset.done;
      share.querySelector("[data-said]").textContent = copy.dataset.done;
    });
    if (navigator.share) {
      send.hidden = false;
      send.addEventListener("click", () => navigator.share({ text: text.textContent }).catch(() => {}));
    }
  }
})();
