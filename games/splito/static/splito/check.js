// The canonical text of a deck: its lines in order, then the promo goal, each with a line end.
fair.decks.splito = (deck) => [...deck.goals, `promo-42 ${deck.promo}`].map((line) => `${line}\n`).join("");

// Deals a Splito round again from its seed and replays it: was every card really in that hand? A record of the
// second format carries its deck; for the first the page knows it.
fair.games.splito = async (record, materials, step) => {
  "use strict";

  const luck = await fair.stream(record.seed, "deal");
  const goals = record.deck ? record.deck.goals.map((line) => line.split(" ")[0]) : materials.goals;
  const lines = (kind) => [...goals.keys()].filter((line) => kind.test(goals[line]));
  const moons = lines(/^majority-[a-z]/);
  const stars = lines(/^majority-[1-6]/);
  // Lines, not names: of two copies, only the one that is drawn leaves the pile.
  const moon = moons[await luck.below(moons.length)];
  const star = stars[await luck.below(stars.length)];
  const drawn = [goals[moon], goals[star]];
  step("public", fair.same(record.public_goals, drawn), drawn.join(", "));

  const pile = await luck.shuffle([...materials.cards, ...goals.filter((_, line) => line !== moon && line !== star)]);
  const seats = record.players.length;
  const places = seats === 2 ? 4 : seats;
  const hands = Array.from({ length: places }, (_, at) => pile.slice(at * 13, at * 13 + 13));
  const wrong = hands.findIndex((hand, at) => !fair.same(hand, record.hands[at]));
  step("hands", wrong < 0 && record.hands.length === places, hands.map((hand) => hand.join(", ")).join("\n"));

  const place = (seat) => (seats === 2 ? 2 * seat : seat);
  let now = hands.map((hand) => [...hand]);
  for (const [turn, choices] of record.turns.entries()) {
    for (const [seat, choice] of choices.entries()) {
      const at = now[place(seat)].indexOf(choice.card);
      if (at < 0 || !["left", "right"].includes(choice.side)) {
        step("choices", false, `${turn + 1}: ${record.players[seat]}, ${choice.card}`);
        return;
      }
      now[place(seat)].splice(at, 1);
    }
    now = [now.at(-1), ...now.slice(0, -1)];
  }
  step("choices", now.every((hand) => hand.length === 0) || seats === 2, String(record.turns.length));
};
