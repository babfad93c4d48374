/** Begins what need not wait for the rest of the page: the build makes it a file of its own. */

import { keepSocket, socketUrl } from "./core/earlySocket";
import { ALWAYS, firstLanguage, loadTexts } from "./core/languages";

const [, table] = /^\/t\/([\w-]+)$/.exec(location.pathname) ?? [];
if (table !== undefined && !table.startsWith("offline-")) keepSocket(new WebSocket(socketUrl(table)));
// Whoever needs them later asks again, and says so if they do not come.
loadTexts(firstLanguage(), table === undefined ? ALWAYS : [...ALWAYS, "table"]).catch(() => undefined);
