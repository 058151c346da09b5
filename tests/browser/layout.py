"""Measures of a page's layout: its width, the size of its controls, and content that moves while it loads."""

from playwright.sync_api import Page

TOO_SMALL = """
() => [...document.querySelectorAll("button, select, a.btn, [role=tab], .form-control")]
  .filter((control) => control.checkVisibility({ visibilityProperty: true }) && !control.matches(".row-link"))
  .map((control) => {
    const { width, height } = control.getBoundingClientRect();
    const around = getComputedStyle(control, "::after");
    const ground = around.content === "none" ? 0 : parseFloat(around.height);
    return { name: `${control.className} ${control.ariaLabel ?? control.textContent}`, width, height: Math.max(height, ground) };
  })
  .filter(({ width, height }) => width > 2 && height < 39.5)
  .map(({ name, height }) => `${name}: ${height} px`)
"""
"""Return the controls that are lower than a touch target of 40 px."""

SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""
MOST_SHIFT = 0.1
"""The largest cumulative layout shift that counts as good."""


def assert_fits(page: Page, path: str) -> None:
    """Fail if the page is wider than the window."""
    overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert overflow <= 0, f"{path} is {overflow} px wider than the window"
