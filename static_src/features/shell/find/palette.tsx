import { useCombobox } from "downshift";
import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import BootstrapModal from "react-bootstrap/Modal";
import { flushSync } from "react-dom";
import { usePageContext } from "../../../lib/browser/page-context";
import type { OverlayProps } from "../../../lib/overlays";
import { keyOfPath, noteViewed, recentKeys } from "../../../lib/state/recent-records";
import { Button } from "../../../ui/button";
import { classNames } from "../../../ui/class-names";
import { Icon } from "../../../ui/icon";
import { activeOptionId, enteredIndex } from "../../../ui/option-list";
import { type Group, type Item, menuGroups, resultGroups, wordsOf } from "./items";
import { OptionRow } from "./option-row";
import { statusText } from "./status-text";
import { isSearchable, useSearch } from "./use-search";

/** The palette "Find or do" over the page, while it is shown. */
export default function FindOverlay({
  detail: { field, from, onOpen },
  show,
  onClose,
}: OverlayProps<"OPEN_FIND">) {
  const close = () => {
    flushSync(onClose);
    const target = from instanceof HTMLElement && from.isConnected && from !== document.body ? from : field;
    target.focus({ preventScroll: true });
  };
  return show ? <Palette field={field} onOpen={onOpen} onClose={close} /> : null;
}

type Props = {
  /** The field of the top bar, with the text that was typed before the palette was loaded. */
  field: HTMLInputElement;
  onOpen: () => void;
  onClose: () => void;
};

const id = "find-palette";

/** Open the record or run the action of a row; `inNewTab` for links. */
type Choose = (item: Item, inNewTab: boolean) => void;

/** The palette "Find or do": a search in all lists, the actions of the menus, and the places of the navigation. */
function Palette({ field, onOpen, onClose }: Props) {
  const context = usePageContext();
  const { user, permissions } = context;
  const [recent] = useState(() => {
    if (!user) return [];
    // A non-conformance opens in a dialog of the list, without a new page.
    noteViewed(user.id, window.location.pathname);
    return recentKeys(user.id).filter((key) => key !== keyOfPath(window.location.pathname));
  });
  const [text, setText] = useState(field.value);
  const [owner, setOwner] = useState<Item | null>(null);
  const [active, setActive] = useState(0);
  const [isWaiting, setIsWaiting] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    setText(field.value);
    setIsWaiting("entered" in field.dataset);
    field.value = "";
    delete field.dataset.entered;
    input.current?.focus();
    onOpen();
  }, [field, onOpen]);
  const query = text.trim();
  const words = wordsOf(query.replace(/^#(?=\d)/, ""));
  const search = useSearch(query, recent);

  const shownResult = search.result ?? search.earlier;
  const results = shownResult ? resultGroups(shownResult, permissions) : [];
  const menus = menuGroups(context, words);
  // The recently viewed records come before the actions; while the user types, actions come first.
  const groups: readonly Group[] = owner
    ? [{ key: "actions", label: owner.title, items: owner.actions ?? [] }]
    : query
      ? [...menus.slice(0, 1), ...results, ...menus.slice(1)]
      : [...results, ...menus];
  const items = groups.flatMap((group) => group.items);

  const choose: Choose = (item, inNewTab) => {
    if (item.href && inNewTab) {
      window.open(item.href, "_blank", "noopener");
      return;
    }
    onClose();
    if (item.href) window.location.assign(item.href);
    else item.act?.();
  };
  // An Enter before the response opens its first row.
  const openFirst = useEffectEvent(() => {
    setIsWaiting(false);
    if (items[0]) choose(items[0], false);
  });
  const isSettled = search.result !== null || search.failure !== null;
  useEffect(() => {
    if (isWaiting && isSettled) openFirst();
  }, [isWaiting, isSettled]);

  const combobox = useCombobox<Item>({
    id,
    inputId: `${id}-input`,
    items: items as Item[],
    isOpen: true,
    inputValue: text,
    selectedItem: null,
    itemToString: (item) => item?.title ?? "",
    highlightedIndex: items.length > 0 ? Math.min(active, items.length - 1) : -1,
    onHighlightedIndexChange: ({ highlightedIndex, type }) => {
      const types = useCombobox.stateChangeTypes;
      const isMove =
        type === types.InputKeyDownArrowDown ||
        type === types.InputKeyDownArrowUp ||
        type === types.InputKeyDownHome ||
        type === types.InputKeyDownEnd ||
        type === types.ItemMouseMove;
      if (isMove && highlightedIndex >= 0) setActive(highlightedIndex);
    },
  });
  const { highlightedIndex } = combobox;
  const current = items[highlightedIndex];

  const show = (next: Item | null) => {
    setOwner(next);
    setActive(next ? 0 : Math.max(0, items.indexOf(next ?? (items[0] as Item))));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Escape") {
      // The combobox would clear the text, and the dialog would close.
      event.preventDefault();
      event.stopPropagation();
      if (owner) show(null);
      else onClose();
      return;
    }
    if (event.key === "Tab" && !event.shiftKey && current?.actions?.length && !owner) {
      event.preventDefault();
      show(current);
      return;
    }
    const entered = enteredIndex(event, { isOpen: true, highlightedIndex });
    if (entered === null) return;
    event.preventDefault();
    const item = items[entered];
    const isCurrent = search.result !== null || owner !== null || item?.act !== undefined;
    if (item && (isCurrent || !isSearchable(query))) choose(item, event.ctrlKey || event.metaKey);
    else if (!isSettled) setIsWaiting(true);
  };
  const type = (next: string) => {
    setText(next);
    setOwner(null);
    setActive(0);
    setIsWaiting(false);
  };

  let index = -1;
  const status = statusText({ query, search, results, items, owner });
  return (
    <BootstrapModal
      show
      onHide={onClose}
      animation={false}
      autoFocus={false}
      restoreFocus={false}
      dialogClassName="find-dialog"
      aria-label="Find or do"
    >
      <div className="find-head">
        <Icon name="search" />
        <input
          {...combobox.getInputProps({
            ref: input,
            "aria-label": "Find or do",
            "aria-labelledby": undefined,
            "aria-activedescendant": activeOptionId(id, { isOpen: true, highlightedIndex }),
            placeholder: "Find records, or type what to do",
            autoComplete: "off",
            spellCheck: false,
            maxLength: 200,
            onChange: (event) => type(event.currentTarget.value),
            onKeyDown,
          })}
        />
        <button type="button" className="find-close" onClick={onClose} aria-label="Close">
          <kbd className="find-esc" />
          <Icon name="close" />
        </button>
      </div>
      <div
        {...combobox.getMenuProps({ "aria-label": "Results", "aria-labelledby": undefined })}
        className={classNames("find-list", search.earlier && !owner && "find-earlier")}
      >
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox
          <div key={group.key} role="group" aria-label={group.label}>
            <div className="find-group" aria-hidden="true">
              {group.label} {group.count && <span>{group.count}</span>}
            </div>
            {group.items.map((item) => {
              index++;
              const place = index;
              return (
                <div
                  key={item.key}
                  {...combobox.getItemProps({
                    item,
                    index: place,
                    onClick: (event: MouseEvent) => choose(item, event.ctrlKey || event.metaKey),
                    onAuxClick: (event: MouseEvent) => event.button === 1 && choose(item, true),
                  })}
                  className={classNames("find-row", place === highlightedIndex && "active")}
                >
                  <OptionRow item={item} words={owner ? [] : words} isActive={place === highlightedIndex} />
                </div>
              );
            })}
          </div>
        ))}
      </div>
      {status.shown && (
        <div className="find-note">
          <p>{status.shown}</p>
          {status.hint && <p className="text-secondary">{status.hint}</p>}
          {status.lists.map(({ type: name, label, listUrl }) => (
            <p key={name} className="text-secondary">
              {label} took too long. {listUrl && <a href={listUrl}>Open the list to search them.</a>}
            </p>
          ))}
          {search.failure && <Button onClick={search.retry}>Try again</Button>}
        </div>
      )}
      <div className="find-foot" aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> Move
        </span>
        <span>
          <kbd>↵</kbd> Open
        </span>
        <span>
          <kbd className="find-ctrl" /> <kbd>↵</kbd> New tab
        </span>
        <span>
          <kbd>{owner ? "Esc" : "Tab"}</kbd> {owner ? "Back" : "Actions"}
        </span>
      </div>
      <div className="visually-hidden" role="status">
        {status.announced}
      </div>
    </BootstrapModal>
  );
}
