import { type Option, TypeAhead } from "../../ui/type-ahead";
import { type Currency, currencies, matchingCurrencies } from "./reference-data";

type Props = {
  /** ISO 4217 code. */
  value: string | null;
  onChange: (code: string | null) => void;
  placeholder?: string;
  disabled?: boolean | undefined;
  label?: string;
};

const optionOf = ({ code, name }: Currency): Option<string> => ({ value: code, label: code, note: name });

async function search(text: string): Promise<Option<string>[]> {
  return matchingCurrencies(await currencies(), text).map(optionOf);
}

/** A type-ahead for currencies by code and name (specification, section 5). */
export function CurrencyPicker({ value, onChange, ...rest }: Props) {
  return (
    <TypeAhead
      {...rest}
      value={value ? { value, label: value } : null}
      onChange={(option) => onChange(option?.value ?? null)}
      search={search}
      renderOption={(option) => (
        <span>
          <span className="cell-title">{option.label}</span> {option.note}
        </span>
      )}
    />
  );
}
