import { useLoaded } from "../../../lib/browser/use-loaded";
import { countryName } from "../rules/countries";
import { type ControlProps, textOf } from "./control-props";
import { ControlSkeleton } from "./control-skeleton";
import "../doc-view-controls.scss";

const load = () => import("../../places/country-select");

/** Type-ahead for a country. Its code is loaded on first use. */
export function CountryControl({ field, value, onChange, inline }: ControlProps) {
  const select = useLoaded(load);
  const alpha3 = textOf(value) || null;
  const name = alpha3 ? countryName(alpha3) : null;
  const placeholder = inline ? field.label : "Type to find a country";
  return (
    <div className="doc-medium">
      {select ? (
        <select.CountrySelect value={alpha3} knownName={name} onChange={onChange} placeholder={placeholder} />
      ) : (
        <ControlSkeleton text={alpha3 ? `${name ?? alpha3} (${alpha3})` : ""} placeholder={placeholder} />
      )}
    </div>
  );
}
