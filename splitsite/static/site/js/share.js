// Share links: passes the address to the device, or copies it. Without this file they are plain links.
(() => {
  "use strict";

  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[data-share]");
    if (!link) return;
    event.preventDefault();
    // A replay is shared at the turn it shows.
    const url = new URL(link.href);
    const turn = new URLSearchParams(location.search).get("turn");
    if (turn && location.pathname === url.pathname) {
      url.searchParams.set("turn", turn);
      url.searchParams.set("eyes", new URLSearchParams(location.search).get("eyes") ?? "all");
    }
    try {
      if (navigator.share && matchMedia("(pointer: coarse)").matches) { await navigator.share({ url: url.href, title: document.title }); return; }
      await navigator.clipboard.writeText(url.href);
    } catch (problem) {
      // Without permission to copy, the address is shown where it can be copied from.
      if (problem.name !== "AbortError") location.assign(url.href);
      return;
    }
    const words = link.querySelector("span");
    const before = words.textContent;
    words.textContent = link.dataset.said;
    link.dataset.shared = "";
    setTimeout(() => { words.textContent = before; delete link.dataset.shared; }, 2500);
  });
})();
