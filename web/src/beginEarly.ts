/** Starts what need not wait for the rest of the page: the build makes it a separate file. */

import { keepSocket, socketUrl } from "./core/earlySocket";
import { ALWAYS, firstLanguage, loadTexts } from "./core/languages";

const [, table] = /^\/t\/([\w-]+)$/.exec(location.pathname) ?? [];
if (table !== undefined && !table.startsWith("offline-")) keepSocket(new WebSocket(socketUrl(table)));
// Whatever needs them later asks again, and reports it if they do not come.
loadTexts(firstLanguage(), table === undefined ? ALWAYS : [...ALWAYS, "table"]).catch(() => undefined);
