import type { ApiResponse } from "../../../api/types";
import type { MenuEntry, PageContext } from "../../../lib/browser/page-context";
import { type BrowserEventName, emit } from "../../../lib/events";
import { folded } from "../../../lib/text/folded";
import type { IconName } from "../../../ui/icons";

export type SearchResult = ApiResponse<"FindResult">;
type SearchRow = SearchResult["groups"][number]["rows"][number];

/** A row of the palette: a link, or an action on this page. */
export type Item = {
  key: string;
  title: string;
  detail?: string;
  icon: IconName;
  number?: number | null;
  badge?: SearchRow["badge"];
  face?: SearchRow["face"];
  href?: string;
  act?: () => void;
  /** The rows that Tab shows instead. */
  actions?: readonly Item[];
};

export type Group = {
  key: string;
  label: string;
  /** '5 of 12'; undefined where the rows are all there is. */
  count?: string | undefined;
  items: readonly Item[];
};

/** Return the words of a text as they are compared. */
export const wordsOf = (text: string): string[] => folded(text).split(/\s+/).filter(Boolean);

const withoutDots = (label: string) => label.replace(/(\.\.\.|…)$/, "");

function itemOf({ label, icon, href, event, detail }: MenuEntry, prefix: string): Item {
  const item: Item = { key: `${prefix}:${label}`, title: withoutDots(label), icon: icon as IconName };
  if (href) item.href = href;
  if (event) item.act = () => emit(event as BrowserEventName, (detail ?? {}) as never);
  return item;
}

/** Return the entries of the menus and of the navigation whose label has words that begin with all of `words`. */
export function menuGroups({ plusMenu, settingsMenu, nav }: PageContext, words: readonly string[]): Group[] {
  const matches = ({ title }: Item) => {
    const inTitle = folded(title).split(/[\s-]+/);
    return words.every((word) => inTitle.some((part) => part.startsWith(word)));
  };
  const actions = plusMenu.map((entry) => itemOf(entry, "do")).filter(matches);
  const places = [...nav, ...settingsMenu].map((entry) => itemOf(entry, "go")).filter(matches);
  return [
    { key: "actions", label: "Actions", items: actions },
    { key: "places", label: "Go to", items: words.length > 0 ? places : [] },
  ].filter(({ items }) => items.length > 0);
}

/** Return the groups of a response; `permissions` are the viewer's. */
export function resultGroups(result: SearchResult, permissions: readonly string[]): Group[] {
  return result.groups.map(({ type, label, total, isCapped, listUrl, rows }) => {
    const shown = isCapped ? "99+" : String(total);
    const items: Item[] = rows.map((row) => ({
      key: row.key,
      title: row.title,
      detail: row.detail,
      icon: row.icon as IconName,
      number: row.number,
      badge: row.badge,
      face: row.face,
      href: row.url,
      actions: row.key.startsWith("supplier:") ? supplierActions(row, permissions) : [],
    }));
    if (listUrl && (isCapped || total > rows.length)) {
      items.push({ key: `all:${type}`, title: `All ${shown} ${label}`, icon: "forward", href: listUrl });
    }
    const count = type === "recent" ? undefined : total > rows.length ? `${rows.length} of ${shown}` : shown;
    return { key: type, label, count, items };
  });
}

/** Return what the viewer can do with a supplier, as on its page. */
function supplierActions(row: SearchRow, permissions: readonly string[]): Item[] {
  const { id, title: name, relationshipId } = row;
  if (relationshipId === null) return [];
  const may = (permission: string) => permissions.includes(permission);
  const supplier = { relationshipId, supplierName: name };
  const actions: (Item | false)[] = [
    may("SEND_RFX") && {
      key: "send",
      title: "Send RFx",
      icon: "send",
      act: () => emit("OPEN_NEW_MESSAGE", { organisationId: id, organisationName: name, type: "RFI" }),
    },
    may("MANAGE_ASSESSMENTS") && {
      key: "assess",
      title: "Start assessment",
      icon: "assessment",
      act: () => emit("OPEN_NEW_ASSESSMENT", supplier),
    },
    may("MANAGE_NCRS") && {
      key: "report",
      title: "New non-conformance",
      icon: "ncr",
      act: () => emit("OPEN_NEW_NCR", supplier),
    },
    { key: "journal", title: "Open journal", icon: "journal", href: `/organisations/${id}?tab=journal` },
  ];
  return actions.filter((action) => action !== false);
}
