import { setPreferenceCookie } from "./cookies";
import type { Theme } from "./page-context";

const dark = () => window.matchMedia("(prefers-color-scheme: dark)");

function show(theme: Theme): void {
  const shown = theme === "system" ? (dark().matches ? "dark" : "light") : theme;
  document.documentElement.dataset.bsTheme = shown;
}

/** Show a theme now and on the pages to come; "system" is the absence of a choice. */
export function chooseTheme(theme: Theme): void {
  setPreferenceCookie("assay_theme", theme === "system" ? null : theme);
  show(theme);
}

/** While no theme is chosen, go along when the system changes. Gives back how to stop. */
export function followSystemTheme(): () => void {
  const query = dark();
  const onChange = () => show("system");
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}
