import { Extension } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

const gap = 8;

/**
 * Scroll margins for the sticky toolbar and, on narrow screens, the bottom sheet, so that they do not cover the cursor
 * or a selected field.
 */
export const ScrollMargins = Extension.create({
  name: "inSight",
  addProseMirrorPlugins: () => {
    let currentView: EditorView | null = null;
    const margins = {
      get top() {
        return currentView ? toolbarBottom(currentView) + gap : gap;
      },
      get bottom() {
        return currentView ? sheetHeight(currentView) + gap : gap;
      },
      left: 0,
      right: 0,
    };
    return [
      new Plugin({
        props: { scrollThreshold: margins, scrollMargin: margins },
        view: (view) => {
          currentView = view;
          return {};
        },
      }),
    ];
  },
});

/** Return the height that the toolbar covers at the top of the window, px. */
function toolbarBottom({ dom }: EditorView): number {
  return Math.max(
    0,
    dom.closest(".form-main")?.querySelector(".form-bar")?.getBoundingClientRect().bottom ?? 0,
  );
}

/** Return the height that the sheet covers at the bottom of the window, px. */
function sheetHeight({ dom }: EditorView): number {
  const sheet = dom.closest(".form-columns")?.querySelector(".form-side");
  if (!sheet || getComputedStyle(sheet).position !== "fixed") return 0;
  return sheet.getBoundingClientRect().height;
}
