/** The parts of a table that nobody needs for the first card: one file. */

export { default as Result } from "./Result.svelte";
export { default as SidePanel } from "./SidePanel.svelte";
export { default as TableSheets } from "./TableSheets.svelte";
