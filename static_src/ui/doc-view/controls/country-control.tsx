import { countryName } from "../../../lib/form-document/countries";
import { CountrySelect } from "../../country-select";
import { type ControlProps, textOf } from "./control-props";

export function CountryControl({ field, value, onChange, inline }: ControlProps) {
  const alpha3 = textOf(value) || null;
  return (
    <div className="doc-medium">
      <CountrySelect
        value={alpha3}
        knownName={alpha3 ? countryName(alpha3) : null}
        onChange={onChange}
        placeholder={inline ? field.label : "Type to find a country"}
      />
    </div>
  );
}
