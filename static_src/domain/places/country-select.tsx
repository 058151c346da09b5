import { useEffect, useState } from "react";
import { type Option, TypeAhead } from "../../ui/type-ahead";
import { countries, matchingCountries } from "./reference-data";

type CountryOption = Option<string> & { name: string };

type Props = {
  /** ISO 3166 alpha3. */
  value: string | null;
  onChange: (alpha3: string | null, name: string | null) => void;
  /** The name of the value, if the page has it; otherwise it is looked up. */
  knownName?: string | null | undefined;
  placeholder?: string;
  disabled?: boolean | undefined;
  label?: string;
};

const optionOf = (alpha3: string, name: string): CountryOption => ({
  value: alpha3,
  label: `${name} (${alpha3})`,
  name,
  aliases: [name, alpha3],
});

async function search(text: string): Promise<CountryOption[]> {
  return matchingCountries(await countries(), text).map(({ alpha3, name }) => optionOf(alpha3, name));
}

/** A type-ahead for countries, shown as 'name (alpha3)' (specification, section 5). The Field marks it as required. */
export function CountrySelect({ value, onChange, knownName, ...rest }: Props) {
  const [loaded, setLoaded] = useState<{ alpha3: string; name: string } | null>(null);
  const name = knownName ?? (loaded?.alpha3 === value ? loaded?.name : undefined);
  const needsName = value !== null && value !== "" && !name;
  useEffect(() => {
    if (!needsName) return;
    let isMounted = true;
    countries().then(
      (list) => {
        const country = list.find(({ alpha3 }) => alpha3 === value);
        if (isMounted && country) setLoaded(country);
      },
      () => {},
    );
    return () => {
      isMounted = false;
    };
  }, [needsName, value]);
  return (
    <TypeAhead
      {...rest}
      value={value ? optionOf(value, name ?? value) : null}
      onChange={(option) => {
        setLoaded(option && { alpha3: option.value, name: option.name });
        onChange(option?.value ?? null, option?.name ?? null);
      }}
      search={search}
    />
  );
}
