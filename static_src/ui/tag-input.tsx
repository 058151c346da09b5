import { useCallback, useEffect, useRef } from "react";
import { MultiTypeAhead } from "./multi-type-ahead";

type Props = {
  value: readonly string[];
  onChange: (tags: string[]) => void;
  /** Tags that fit a text, of those not chosen yet (GET /api/relationship/tag). Keep it the same between renders. */
  suggest: (text: string, chosen: readonly string[], signal: AbortSignal) => Promise<readonly string[]>;
  /** Whether a tag that does not exist yet may be given; filters choose from those that do. */
  allowNew?: boolean;
  placeholder?: string;
  disabled?: boolean;
  label?: string;
};

export const longestTag = 60;

const same = (a: string, b: string) => a.toLocaleLowerCase() === b.toLocaleLowerCase();

/** Add a tag as people mean it: trimmed, not empty, not there yet in any capitals. */
export function withTag(tags: readonly string[], text: string): string[] {
  const tag = text.trim().replace(/\s+/g, " ").slice(0, longestTag);
  if (!tag || tags.some((other) => same(other, tag))) return [...tags];
  return [...tags, tag];
}

/** Tags to edit (specification, sections 5 and 9): any number, no duplicates, leaving acts after 100 ms. */
export function TagInput({
  value,
  onChange,
  suggest,
  allowNew = true,
  placeholder = "+ Add tag",
  ...rest
}: Props) {
  const chosen = useRef(value);
  useEffect(() => {
    chosen.current = value;
  });
  const search = useCallback(
    async (text: string, signal: AbortSignal) => {
      const names = await suggest(text, chosen.current, signal);
      return names.map((name) => ({ value: name.toLocaleLowerCase(), label: name }));
    },
    [suggest],
  );
  return (
    <MultiTypeAhead
      {...rest}
      value={value.map((tag) => ({ value: tag.toLocaleLowerCase(), label: tag }))}
      onChange={(options) =>
        onChange(options.reduce<string[]>((tags, { label }) => withTag(tags, label), []))
      }
      search={search}
      placeholder={placeholder}
      alwaysPlaceholder
      leaveDelay={100}
      {...(allowNew ? { fromText: optionsOf } : {})}
    />
  );
}

const optionsOf = (text: string) => {
  const [tag] = withTag([], text);
  return tag ? [{ value: tag.toLocaleLowerCase(), label: tag }] : [];
};
