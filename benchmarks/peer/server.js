// A game of Splito's shape on boardgame.io: everybody chooses in secret at once, 13 turns, hands pass on.
// It does less than the real rules (no goals, no scores), which is in its favour.
"use strict";

const { Server } = require("boardgame.io/server");
const { INVALID_MOVE, ActivePlayers } = require("boardgame.io/core");

const TURNS = 13;
const COLOURS = ["red", "blue", "yellow", "black", "green", "orange"];
const SIZE = Number(process.env.PEER_BYTES || 6000);

const splito = {
  name: "splito",
  setup: ({ ctx, random }) => {
    const deck = [];
    for (let copy = 0; copy < 3; copy++) {
      for (const colour of COLOURS) for (let number = 1; number <= 6; number++) deck.push(`${colour}-${number}`);
    }
    const cards = random.Shuffle(deck);
    const hands = Array.from({ length: ctx.numPlayers }, (_, seat) => cards.slice(seat * TURNS, (seat + 1) * TURNS));
    // What a page needs besides the cards, such as goals and their standing, as so many letters.
    return { turn: 0, hands, chosen: {}, zones: hands.map(() => []), last: [], rest: "x".repeat(SIZE) };
  },
  playerView: ({ G, playerID }) => ({
    turn: G.turn,
    hand: playerID === null ? [] : G.hands[playerID],
    mine: G.chosen[playerID] ?? null,
    ready: Object.keys(G.chosen),
    zones: G.zones,
    last: G.last,
    rest: G.rest,
  }),
  turn: { activePlayers: ActivePlayers.ALL },
  moves: {
    choose: {
      client: false,
      redact: true,
      ignoreStaleStateID: true,
      move: ({ G, ctx, playerID }, turn, card, side) => {
        if (turn !== G.turn || !G.hands[playerID].includes(card) || !"LR".includes(side)) return INVALID_MOVE;
        G.chosen[playerID] = [card, side];
        if (Object.keys(G.chosen).length < ctx.numPlayers) return undefined;
        const seats = ctx.numPlayers;
        G.last = [];
        for (let seat = 0; seat < seats; seat++) {
          const [played, where] = G.chosen[seat];
          G.hands[seat].splice(G.hands[seat].indexOf(played), 1);
          G.zones[where === "L" ? seat : (seat + 1) % seats].push(played);
          G.last.push([played, where]);
        }
        G.hands = G.hands.map((_, seat) => G.hands[(seat + 1) % seats]);
        G.chosen = {};
        G.turn += 1;
        return undefined;
      },
    },
  },
  endIf: ({ G }) => (G.turn === TURNS ? { done: true } : undefined),
};

const database = process.env.PEER_DATABASE && JSON.parse(process.env.PEER_DATABASE);
const db = database ? new (require("bgio-postgres").PostgresStore)({ ...database, logging: false }) : undefined;
Server({ games: [splito], origins: [/.*/], ...(db ? { db } : {}) })
  .run({ port: Number(process.env.PORT) }, () => console.log("ready"));
