// A bot at an online table, from docs/protocol.md alone: the smallest step that does not lose.
//
//   node examples/bot.mjs http://127.0.0.1:8000/t/4qx7m0zb2k [NAME]        (Node 22 or newer)
//
// It comes as a guest whose name says that it is a bot, and sits down only where nothing counts.

const link = new URL(process.argv[2]);
const table = link.pathname.split("/").at(-1);
const name = `${process.argv[3] ?? "Smallest step"} (bot)`;
const answer = await fetch(new URL("/api/me", link), {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ name }),
});
const { secret } = await answer.json();

const tops = {};
let number = null; // of the last step that we know
let [socket, ids, hasNamed, isOver] = [null, 0, false, false];

function connect() {
  socket = new WebSocket(`${link.origin.replace("http", "ws")}/api/tables/${table}/socket`, {
    headers: { Authorization: `Bearer ${secret}` },
  });
  socket.onopen = () => say({ type: "hello", protocol: 1, since: number });
  socket.onmessage = (message) => hear(JSON.parse(message.data));
  socket.onclose = ({ code }) => (isOver || code === 1008 ? process.exit() : setTimeout(connect, 500));
}

function say(message) {
  if (socket.readyState !== WebSocket.OPEN) return;
  socket.send(JSON.stringify({ id: `bot-${++ids}`, ...message }));
}

function hear(message) {
  if (message.type === "refused") console.error(message.message);
  if (message.type === "welcome") begin(message);
  if (message.type === "happened") message.facts.forEach(take);
  if (!["welcome", "happened"].includes(message.type)) return;
  number = message.number;
  act(message.choices);
}

function begin({ settings, seat, cards }) {
  const isDuel = settings.edition.startsWith("face-to-face");
  if (settings.day || (isDuel && !settings.has_hints)) throw new Error("something counts at this table");
  const piles = isDuel ? ["gu", "gd", "su", "sd"] : ["u1", "u2", "d1", "d2"];
  const start = isDuel ? [1, 60, 1, 60] : [1, 1, 100, 100];
  piles.forEach((pile, at) => (tops[pile] = (cards?.tops ?? start)[at]));
  if (seat === null) say({ type: "sit" });
}

function take(fact) {
  for (const event of fact.events ?? []) {
    const laid = /^\d:(\d+)>(\w+)$/.exec(event);
    if (laid) tops[laid[2]] = Number(laid[1]);
  }
  if (fact.type !== "revealed") return;
  isOver = true;
  socket.close();
}

function step(move) {
  const [card, pile] = move.split(">");
  return pile.includes("u") ? card - tops[pile] : tops[pile] - card;
}

function act(choices) {
  const { moves = [], losing = [] } = choices ?? {};
  const plays = moves.filter((move) => move.includes(">") && !losing.includes(move));
  const best = plays.sort((a, b) => step(a) - step(b))[0];
  const isNaming = moves[0]?.includes("name");
  if (!moves.length || (isNaming && hasNamed)) return;
  say({ type: "move", move: moves.includes("end") ? "end" : (best ?? moves[0]) });
  hasNamed ||= isNaming;
}

setInterval(() => say({ type: "ping" }), 10_000);
connect();
