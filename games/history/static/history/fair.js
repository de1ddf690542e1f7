// Fair dealing, recomputed in the reader's own browser from the public description of the record:
// the seal of a seed, and the stream of luck that comes from it. The site's server is not asked.
window.fair = (() => {
  "use strict";

  const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  const hash = async (text) => hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  const seal = async (seed) => hex(await crypto.subtle.digest("SHA-256", bytes(seed)));

  // block(label, i) = HMAC-SHA256(seed, "label:i"); every four bytes are a big-endian number.
  async function stream(seed, label) {
    const key = await crypto.subtle.importKey("raw", bytes(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    let block = 0;
    let words = [];
    async function word() {
      if (!words.length) {
        const text = new TextEncoder().encode(`${label}:${block}`);
        const view = new DataView(await crypto.subtle.sign("HMAC", key, text));
        block += 1;
        words = Array.from({ length: 8 }, (_, at) => view.getUint32(at * 4));
      }
      return words.shift();
    }
    // A number below n, all equally likely: words beyond the last multiple of n are skipped.
    async function below(n) {
      const limit = 2 ** 32 - (2 ** 32 % n);
      let x = await word();
      while (x >= limit) x = await word();
      return x % n;
    }
    async function shuffle(list) {
      const pile = [...list];
      for (let i = pile.length - 1; i > 0; i -= 1) {
        const j = await below(i + 1);
        [pile[i], pile[j]] = [pile[j], pile[i]];
      }
      return pile;
    }
    return { below, shuffle };
  }

  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

  // Each game adds the way it is dealt, games[name](record, materials, step), and the canonical text of its
  // deck, if it has decks: decks[name](deck).
  return { hash, seal, stream, same, games: {}, decks: {} };
})();
