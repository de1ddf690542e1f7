// Deals a Splito round again from its seed and replays it: was every card really in that hand?
fair.games.splito = async (record, materials, step) => {
  "use strict";

  const luck = await fair.stream(record.seed, "deal");
  const moon = materials.moons[await luck.below(materials.moons.length)];
  const star = materials.stars[await luck.below(materials.stars.length)];
  step("public", fair.same(record.public_goals, [moon, star]), [moon, star].join(", "));

  const pile = await luck.shuffle([...materials.cards, ...materials.goals.filter((goal) => goal !== moon && goal !== star)]);
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
