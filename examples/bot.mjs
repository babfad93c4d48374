// A bot at an online table, from docs/protocol.md alone: the smallest step that does not lose.
//
//   node examples/bot.mjs http://127.0.0.1:8000/t/4qx7m0zb2k [NAME]        (Node 22 or newer)
//
// It tells the server that it is a bot. Started again at the same table, it has its seat again.
import { readFile, rm, writeFile } from "node:fs/promises";

const link = new URL(process.argv[2]);
const [table, name] = [link.pathname.split("/").at(-1), process.argv[3] ?? "Smallest step"];
const session = `.bot-${table}-${name}`.replaceAll(/[^\w.-]/g, "_");
const secret = await readFile(session, "utf-8").catch(comeIn);

async function comeIn() {
  const request = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ name, is_bot: true }) };
  const answer = await fetch(new URL("/api/me", link), request).catch(() => stop(`no answer from ${link.origin}`));
  const { error, secret } = await answer.json();
  if (error) stop(error.message);
  return writeFile(session, secret, { mode: 0o600 }).then(() => secret);
}

const tops = {};
let number = null; // of the last step that we know
let [socket, ids, pause, hasSeat, hasNamed, isOver] = [null, 0, 500, false, false, false];

function connect() {
  socket = new WebSocket(`${link.origin.replace("http", "ws")}/api/tables/${table}/socket`, { headers: { Authorization: `Bearer ${secret}` } });
  socket.onopen = () => say({ type: "hello", protocol: 1, since: number });
  socket.onmessage = (message) => hear(JSON.parse(message.data));
  socket.onclose = ({ code }) => {
    if (isOver) return rm(session).then(() => stop(null));
    if (code === 1008 || (number === null && pause > 8_000)) return stop(`no connection to ${link}`);
    setTimeout(connect, (pause = Math.min(2 * pause, 30_000)));
  };
}

function stop(complaint) {
  process.exit(complaint ? (console.error(complaint), 1) : 0);
}

function say(message) {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ id: `bot-${Date.now()}-${++ids}`, ...message }));
}

function hear({ type, number: step, facts, choices, ...more }) {
  if (type === "refused") hasSeat ? console.error(more.message) : stop(more.message);
  if (type === "welcome") begin(more);
  facts?.forEach(take);
  if (type !== "welcome" && type !== "happened") return;
  [number, pause] = [step, 500];
  act(choices ?? {});
}

function begin({ settings, seat, cards, places }) {
  const isDuel = settings.edition.startsWith("face-to-face");
  const start = isDuel ? { gu: 1, gd: 60, su: 1, sd: 60 } : { u1: 1, u2: 1, d1: 100, d2: 100 };
  Object.keys(start).forEach((pile, at) => (tops[pile] = cards?.tops[at] ?? start[pile]));
  hasSeat = seat !== null;
  if (seat === null) say({ type: "sit" });
  else if (places[seat].bot) say({ type: "return" }); // another bot has played while we were away
}

function take({ type, is_you, events = [] }) {
  hasSeat ||= is_you;
  for (const [, card, pile] of events.map((event) => /^\d:(\d+)>(\w+)$/.exec(event) ?? [])) if (pile) tops[pile] = Number(card);
  if (type !== "revealed") return;
  isOver = true;
  socket.close();
}

function act({ moves = [], losing = [] }) {
  const step = ([card, pile]) => (pile.includes("u") ? card - tops[pile] : tops[pile] - card);
  const plays = moves.filter((move) => move.includes(">") && !losing.includes(move));
  const [best = moves[0]] = plays.sort((a, b) => step(a.split(">")) - step(b.split(">")));
  const isNaming = moves[0]?.includes("name");
  if (moves.length && !(isNaming && hasNamed)) say({ type: "move", move: moves.includes("end") ? "end" : best });
  hasNamed ||= isNaming;
}

setInterval(() => say({ type: "ping" }), 10_000);
connect();
