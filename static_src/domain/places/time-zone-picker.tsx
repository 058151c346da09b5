import { useCallback } from "react";
import { findBrowserTimeZone } from "../../lib/browser/time-zone";
import { folded } from "../../lib/text/folded";
import { type Option, TypeAhead } from "../../ui/type-ahead";
import { matchingTimeZones, timeZones } from "./reference-data";

type Props = {
  /** A zone of the IANA database; empty for the default. */
  value: string;
  /** The label of the choice without a zone, such as "Same as your organisation (Europe/London)". */
  defaultLabel: string;
  onChange: (name: string) => void;
  disabled?: boolean;
};

/** A type-ahead for time zones by city and country; its first choice is the default. */
export function TimeZonePicker({ value, defaultLabel, onChange, disabled }: Props) {
  const search = useCallback(
    async (text: string): Promise<Option<string>[]> => {
      const list = await timeZones();
      const own = text.trim() ? null : findBrowserTimeZone(list.map(({ name }) => name));
      const zones = matchingTimeZones(list, text, own ?? "");
      const options = zones
        .filter(({ name }) => name !== defaultLabel)
        .map(({ name, country }) => ({ value: name, label: name, note: country || undefined }));
      const isDefaultFound = folded(defaultLabel).includes(folded(text).trim());
      return isDefaultFound ? [{ value: "", label: defaultLabel }, ...options] : options;
    },
    [defaultLabel],
  );
  return (
    <TypeAhead<Option<string>>
      value={{ value, label: value || defaultLabel }}
      disabled={disabled}
      onChange={(option) => onChange(option?.value ?? "")}
      search={search}
    />
  );
}
