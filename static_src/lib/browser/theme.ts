import { setPreferenceCookie } from "./cookies";
import type { Theme } from "./page-context";

const dark = () => window.matchMedia("(prefers-color-scheme: dark)");

function show(theme: Theme): void {
  const shown = theme === "system" ? (dark().matches ? "dark" : "light") : theme;
  document.documentElement.dataset.bsTheme = shown;
}

/** Apply a theme and store it for the next pages; "system" deletes the stored choice. */
export function chooseTheme(theme: Theme): void {
  setPreferenceCookie("assay_theme", theme === "system" ? null : theme);
  show(theme);
}

/** Follow changes of the system's theme. Returns a function that stops this. */
export function followSystemTheme(): () => void {
  const query = dark();
  const onChange = () => show("system");
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}
