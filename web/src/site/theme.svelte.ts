/** The theme: light, dark, or as set in the system. */

type Theme = "system" | "light" | "dark";
export const THEMES: readonly Theme[] = ["system", "light", "dark"];

const KEPT_AS = "tenback.theme";
/** The paper of both themes, as in style.css: the browser colors its own bars with it. */
const PAPER = { light: "#f6f3ec", dark: "#10181a" };

let chosen = $state<Theme>(kept());

function kept(): Theme {
  const found = localStorage.getItem(KEPT_AS);
  return THEMES.find((one) => one === found) ?? "system";
}

export function theme(): Theme {
  return chosen;
}

export function setTheme(wished: Theme): void {
  chosen = wished;
  localStorage.setItem(KEPT_AS, wished);
  applyTheme();
}

/** Puts the chosen theme on the document. */
export function applyTheme(): void {
  const root = document.documentElement;
  if (chosen === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = chosen;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes("dark") ? "dark" : "light";
    meta.content = PAPER[chosen === "system" ? own : chosen];
  }
}
