import { useCallback, useEffect, useRef } from "react";
import { MultiTypeAhead } from "./multi-type-ahead";

type Props = {
  value: readonly string[];
  onChange: (tags: string[]) => void;
  /** Find tags for a text, without those in `chosen` (GET /api/relationship/tag). Must be stable between renders. */
  suggest: (text: string, chosen: readonly string[], signal: AbortSignal) => Promise<readonly string[]>;
  /** Allow tags that do not exist yet; false in filters. */
  allowNew?: boolean;
  placeholder?: string;
  disabled?: boolean;
  label?: string;
};

const maxTagLength = 60;

const same = (a: string, b: string) => a.toLocaleLowerCase() === b.toLocaleLowerCase();

/** Add a tag: trimmed, with single spaces, cut to `maxTagLength`. Empty texts and duplicates (ignoring case) are dropped. */
export function withTag(tags: readonly string[], text: string): string[] {
  const tag = text.trim().replace(/\s+/g, " ").slice(0, maxTagLength);
  if (!tag || tags.some((other) => same(other, tag))) return [...tags];
  return [...tags, tag];
}

/** An input for tags (specification, sections 5 and 9): any number, no duplicates; blur adds the text after 100 ms. */
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
