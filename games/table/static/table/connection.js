// A table's connection to the site. htmx opens the socket, reopens it when it breaks, and swaps in what comes.
// This file does what htmx cannot: it decompresses, notices silence, and says whether the connection is open.
(() => {
  "use strict";

  const table = document.getElementById("table");
  const line = document.getElementById("line");
  const words = document.getElementById("words");
  const SLOW_POLL = 20000;
  const SILENCE = 5500;
  const LONGEST_POST = 15000;

  const open = () => table.dataset.line === "open";
  const tell = (kind) => table.dispatchEvent(new CustomEvent(`table:${kind}`));
  const catchUp = () => htmx.trigger(table, "catch-up");

  // Opens a connection. The browser may take long to close a dead one, so htmx is made to forget the old one.
  function connect() {
    htmx.process(line, true);
    htmx.trigger(line, "connect");
  }

  // A connection can die silently, but the site says something every five seconds.
  let silence = 0;
  function listen() {
    clearTimeout(silence);
    silence = setTimeout(() => { catchUp(); connect(); }, SILENCE);
  }

  line.addEventListener("htmx:ws:before:connection", ({ detail: { connection } }) => {
    const address = new URL(connection.url);
    address.searchParams.set("version", table.dataset.version);
    if ("DecompressionStream" in window) address.searchParams.set("unpacks", "1");
    connection.url = address.href;
  });
  line.addEventListener("htmx:ws:after:connection", () => {
    const again = table.dataset.line === "broken";
    table.dataset.line = "open";
    listen();
    // What was said while nobody listened: the version shows missed reveals, not whether my card is sealed.
    if (again) catchUp();
    tell("open");
  });
  line.addEventListener("htmx:ws:close", () => {
    clearTimeout(silence);
    table.dataset.line = "broken";
    tell("broken");
  });
  line.addEventListener("htmx:ws:error", (event) => { if (event.detail.error instanceof Error) catchUp(); });

  // A reveal comes compressed. htmx waits for it, and shows no later message before it.
  async function unpack(message) {
    const stream = new Blob([message.data]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    message.data = await new Response(stream).text();
  }
  line.addEventListener("htmx:ws:before:message:incoming", ({ detail: { message, waitUntil } }) => {
    listen();
    if (typeof message.data !== "string") waitUntil(unpack(message));
  });
  line.addEventListener("htmx:ws:before:message:outgoing", ({ detail: { message } }) => {
    const { csrfmiddlewaretoken, ...values } = message.values;
    message.data = JSON.stringify(values);
  });

  // Sends a small message over the socket; false when it is not open.
  function say(values) {
    if (!open()) return false;
    words.setAttribute("hx-vals", JSON.stringify(values));
    htmx.trigger(words, "say");
    return true;
  }

  // One POST beside the socket: returns what the site answered, or null when it did not get through.
  async function post(action, body) {
    try {
      const signal = AbortSignal.timeout(LONGEST_POST);
      const answer = await fetch(action, { method: "POST", body, signal, headers: { Accept: "application/json" } });
      if (!answer.ok) return null;
      return { page: answer.redirected ? answer.url : "", ...await answer.json().catch(() => ({})) };
    } catch {
      return null;
    }
  }

  const wake = () => { if (open()) catchUp(); else connect(); };
  document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") wake(); });
  addEventListener("online", wake);
  setInterval(() => { if (!open()) catchUp(); }, SLOW_POLL);

  window.tableLine = { open, catchUp, say, post };
  addEventListener("DOMContentLoaded", connect); // all scripts listen by then
})();
