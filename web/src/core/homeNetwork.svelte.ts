/** The addresses where phones on the same network find this server, if it is open for them (`tenback serve --lan`). */

import { api } from "./api";
import { whenIdle } from "./idle";

let addresses = $state.raw<string[]>([]);
let isAsked = false;

/** The addresses for phones nearby; the server is asked once, and only if it may be a machine at home. */
export function homeAddresses(): string[] {
  if (!isAsked && isAtHome(location.hostname)) {
    isAsked = true;
    whenIdle().then(api.homeNetwork).then((told) => (addresses = told.addresses), () => (isAsked = false));
  }
  return addresses;
}

/** The origin for invitations: nobody else could follow a link to `localhost`. */
export function invitationOrigin(): string {
  const [first] = homeAddresses();
  return first === undefined || addresses.includes(location.origin) ? location.origin : first;
}

/** Whether a host is named by a number, or is this very machine. */
export function isAtHome(host: string): boolean {
  return host === "localhost" || /^[\d.]+$|^\[/.test(host);
}
