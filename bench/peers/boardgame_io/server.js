// node server.js PORT memory|flatfile FOLDER
const { FlatFile, Origins, Server } = require("boardgame.io/server");
const game = require("./game.js");

const [port, storage, folder] = process.argv.slice(2);
const db = storage === "flatfile" ? new FlatFile({ dir: folder }) : undefined;
Server({ games: [game], origins: [Origins.LOCALHOST], db }).run(Number(port));
