/** Calls the player back to the table with the title and the icon of the tab. */

const CALM_ICON = "/icon.svg";
const TURN_ICON = "/icon-turn.svg";

/** Marks the tab; without a title, the next page's title is left alone. */
export function markTab(title: string | null, isOwnTurn: boolean): void {
  if (title !== null) document.title = title;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const wanted = isOwnTurn ? TURN_ICON : CALM_ICON;
  if (icon !== null && icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
}
