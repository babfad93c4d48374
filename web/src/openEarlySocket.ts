/** Begins to connect with a table while the rest of the page still comes: the build makes it a file of its own. */

import { socketUrl } from "./core/earlySocket";
import { keepSocket } from "./core/earlySocket";

const [, table] = /^\/t\/([\w-]+)$/.exec(location.pathname) ?? [];
if (table !== undefined) keepSocket(new WebSocket(socketUrl(table)));
