/** Starts loading what need not wait for the rest of the page; the build makes this a separate file. */

import { askForCommitment } from "./core/commitments";
import { keepSocket, socketUrl } from "./core/earlySocket";
import { ALWAYS, firstLanguage, loadTexts } from "./core/languages";

const [, table] = /^\/t\/([\w-]+)$/.exec(location.pathname) ?? [];
if (table !== undefined && !table.startsWith("offline-")) keepSocket(new WebSocket(socketUrl(table)));
// From the start page, people usually open a table.
if (location.pathname === "/") askForCommitment();
// Code that needs the texts later asks again, and reports it if they do not load.
loadTexts(firstLanguage(), ALWAYS).catch(() => undefined);
