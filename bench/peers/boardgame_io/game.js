// Classic for boardgame.io, in its own idiom: the server judges moves, secrets are stripped.
const { INVALID_MOVE, PlayerView } = require("boardgame.io/core");

const IS_ASCENDING = [true, true, false, false];
const TRICK = 10;
const HAND = 6;

function fits(card, top, isAscending) {
  return isAscending ? card > top || card === top - TRICK : card < top || card === top + TRICK;
}

function canLay(G, hand) {
  return hand.some((card) => G.tops.some((top, pile) => fits(card, top, IS_ASCENDING[pile])));
}

function endTurn(G, hand, events) {
  while (hand.length < HAND && G.secret.deck.length > 0) hand.push(G.secret.deck.pop());
  G.drawSize = G.secret.deck.length;
  events.endTurn();
}

module.exports = {
  name: "classic",
  minPlayers: 4,
  maxPlayers: 4,
  disableUndo: true,
  playerView: PlayerView.STRIP_SECRETS,

  setup: ({ ctx, random }) => {
    const deck = random.Shuffle(Array.from({ length: 98 }, (_, at) => at + 2));
    const players = {};
    for (let seat = 0; seat < ctx.numPlayers; seat += 1) players[seat] = { hand: deck.splice(0, HAND) };
    return { tops: [1, 1, 100, 100], laid: 0, minimum: 2, drawSize: deck.length, players, secret: { deck } };
  },

  turn: {
    onBegin: ({ G }) => {
      G.laid = 0;
      G.minimum = G.drawSize === 0 ? 1 : 2;
    },
    order: {
      first: () => 0,
      next: ({ G, ctx }) => {
        for (let step = 1; step <= ctx.numPlayers; step += 1) {
          const at = (ctx.playOrderPos + step) % ctx.numPlayers;
          if (G.players[at].hand.length > 0) return at;
        }
        return ctx.playOrderPos;
      },
    },
  },

  moves: {
    lay: {
      client: false,
      move: ({ G, playerID, events }, card, pile) => {
        const { hand } = G.players[playerID];
        const at = hand.indexOf(card);
        if (at < 0 || !(pile in IS_ASCENDING) || !fits(card, G.tops[pile], IS_ASCENDING[pile])) return INVALID_MOVE;
        hand.splice(at, 1);
        G.tops[pile] = card;
        G.laid += 1;
        if (hand.length === 0) endTurn(G, hand, events);
      },
    },
    end: {
      client: false,
      move: ({ G, playerID, events }) => {
        if (G.laid < G.minimum) return INVALID_MOVE;
        endTurn(G, G.players[playerID].hand, events);
      },
    },
  },

  endIf: ({ G, ctx }) => {
    if (Object.values(G.players).every(({ hand }) => hand.length === 0)) return { won: true };
    if (G.laid < G.minimum && !canLay(G, G.players[ctx.currentPlayer].hand)) return { won: false };
  },
};
