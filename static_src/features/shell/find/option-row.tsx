import { Avatar, OrgLogo } from "../../../domain/people/faces";
import { StatusBadge } from "../../../ui/badge";
import { Icon } from "../../../ui/icon";
import type { Item } from "./items";
import { Marked } from "./marked";

/** The content of one row of the palette. */
export function OptionRow({
  item,
  words,
  isActive,
}: {
  item: Item;
  words: readonly string[];
  isActive: boolean;
}) {
  const { title, detail, number, badge, actions } = item;
  return (
    <>
      <Picture item={item} />
      <span className="find-text">
        <span className="find-title">
          {number != null && (
            <>
              <Marked text={`#${number}`} words={words} />{" "}
            </>
          )}
          <Marked text={title} words={words} />
        </span>
        {detail && (
          <span className="find-detail">
            <Marked text={detail} words={words} />
          </span>
        )}
      </span>
      {badge && <StatusBadge info={badge} />}
      {isActive && actions && actions.length > 0 && (
        <span className="find-keys" aria-hidden="true">
          Actions <kbd>Tab</kbd>
        </span>
      )}
    </>
  );
}

function Picture({ item: { face, icon } }: { item: Item }) {
  if (face?.kind === "person") return <Avatar person={{ name: face.name, picUrl: face.url }} />;
  if (face) return <OrgLogo organisation={{ id: face.id, name: face.name, logoUrl: face.url }} size="sm" />;
  return <Icon name={icon} />;
}
