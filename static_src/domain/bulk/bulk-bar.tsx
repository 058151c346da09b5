import type { KeyboardEvent } from "react";
import { phone, useMedia } from "../../lib/browser/use-media";
import { groupDigits } from "../../lib/text/numbers";
import { Button, IconButton } from "../../ui/button";
import { Icon } from "../../ui/icon";
import type { IconName } from "../../ui/icons";
import { Menu } from "../../ui/menu";
import { focusTickAll } from "../../ui/row-ticks";
import { selectedText } from "./list-selection";
import { maxRows, type Selection } from "./use-selection";
import "./bulk.scss";

export type BulkBarAction = {
  label: string;
  icon: IconName;
  onSelect: () => void;
  /** True for an action that is rarely used: it is in the menu. */
  inMenu?: boolean;
};

type Props = {
  selection: Selection;
  /** The first one is the primary action. */
  actions: readonly (BulkBarAction | false | null | undefined)[];
};

/** Buttons that fit next to each other on a phone. */
const onPhone = 2;

/**
 * The bar at the bottom of a list while rows are selected: their number, the actions, and a button that clears the
 * selection. The list also renders `SelectionStatus`.
 */
export function BulkBar({ selection, actions }: Props) {
  const isPhone = useMedia(phone);
  const { count } = selection;
  const shown = actions.filter((action) => !!action);
  const buttons = shown.filter(({ inMenu }) => !inMenu);
  const direct = isPhone && shown.length > onPhone ? buttons.slice(0, onPhone) : buttons;
  const rest = shown.filter((action) => !direct.includes(action));
  const clear = () => {
    selection.clear();
    focusTickAll();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.stopPropagation();
    clear();
  };
  if (count === 0) return null;
  return (
    <div className="bulk-bar-place">
      <section className="bulk-bar" aria-label="Selected rows" onKeyDown={onKeyDown}>
        <div className="bulk-bar-count">
          <Icon name="check" />
          <strong className="num" aria-hidden="true">
            {selectedText(selection)}
          </strong>
          <SelectAll selection={selection} />
          {isPhone && <IconButton icon="close" label="Clear the selection" onClick={clear} />}
        </div>
        <div className="bulk-bar-actions">
          {direct.map(({ label, icon, onSelect }, index) => (
            <Button key={label} icon={icon} variant={index === 0 ? "primary" : "default"} onClick={onSelect}>
              {label}
            </Button>
          ))}
          {rest.length > 0 && (
            <Menu
              label="More actions"
              trigger={<Icon name="more" />}
              triggerClass="btn btn-default btn-icon"
              align="end"
              items={rest}
            />
          )}
        </div>
        {!isPhone && <IconButton icon="close" label="Clear the selection" onClick={clear} />}
      </section>
    </div>
  );
}

/** "Select all 312 that match", or the reason why that is too many. */
function SelectAll({ selection }: { selection: Selection }) {
  const { hasMore, total, capped, selectAll } = selection;
  if (!hasMore) return null;
  if (total > maxRows) return <span className="bulk-bar-note">At most {groupDigits(maxRows)} at once</span>;
  return (
    <Button variant="link" size="sm" onClick={selectAll}>
      {capped ? "Select all that match" : `Select all ${groupDigits(total)} that match`}
    </Button>
  );
}
