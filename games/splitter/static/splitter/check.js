// Rolls the dice of a Splitter round again from its seed, and checks that exactly these were written.
fair.games.splitter = async (record, materials, step) => {
  "use strict";

  const luck = await fair.stream(record.seed, "dice");
  const first = await luck.below(record.players.length);
  step("roller", record.first_roller === first, record.players[first]);

  const dice = [];
  for (let turn = 0; turn < 22; turn += 1) dice.push([await luck.below(6) + 1, await luck.below(6) + 1]);
  step("dice", fair.same(record.turns.map((turn) => turn.dice), dice), dice.map((pair) => pair.join(" ")).join(" · "));

  for (const [turn, { placements }] of record.turns.entries()) {
    const seat = placements.findIndex(({ left, right }) => !fair.same([left, right].sort(), [...dice[turn]].sort()));
    if (seat >= 0) {
      step("choices", false, `${turn + 1}: ${record.players[seat]}`);
      return;
    }
  }
  step("choices", true, String(record.turns.length));
};
