import { Fragment } from "react";
import type { ApiResponse } from "../../api/types";
import { Field } from "../../ui/field";
import { TextInput } from "../../ui/inputs";
import { CountrySelect } from "./country-select";

/** A postal address; `country` is ISO 3166 alpha3. */
export type Address = Omit<ApiResponse<"Address">, "countryName"> & { countryName?: string | null };

/** The non-empty lines of an address; 'No address' without a first line. */
export function AddressDisplay({ address }: { address: Address | null | undefined }) {
  if (!address?.line1) return <p className="text-secondary mb-0">No address</p>;
  const { line1, line2, zipcode, city, region, country, countryName } = address;
  const place = [zipcode, city].filter(Boolean).join(" ");
  const lines = Object.entries({ line1, line2, place, region, country: countryName || country });
  return (
    <address className="address">
      {lines
        .filter(([, line]) => line)
        .map(([name, line]) => (
          <Fragment key={name}>
            {/* The space separates copied lines; on screen the style adds line breaks and commas. */}
            <span>{line}</span>{" "}
          </Fragment>
        ))}
    </address>
  );
}

export type AddressErrors = Partial<Record<keyof Address, string | readonly string[]>>;

/** Return the errors of an address (specification, section 5): line1, city, postcode and country are required. */
export function addressErrors(address: Address): AddressErrors {
  const errors: AddressErrors = {};
  if (!address.line1?.trim()) errors.line1 = "Address line 1 is required.";
  if (!address.city?.trim()) errors.city = "A city is required.";
  if (!address.zipcode?.trim()) errors.zipcode = "A postcode / zipcode is required.";
  if (!address.country) errors.country = "A country is required.";
  return errors;
}

type FormProps = {
  value: Address;
  onChange: (changes: Partial<Address>) => void;
  errors?: AddressErrors;
  disabled?: boolean;
};

/** The inputs of an address: line1, line2, city, region, postcode/zipcode, country. */
export function AddressForm({ value, onChange, errors = {}, disabled }: FormProps) {
  const text = (
    name: keyof Address,
    label: string,
    autoComplete: string,
    required: boolean,
    wide = false,
  ) => (
    <Field label={label} required={required} error={errors[name]} className={wide ? "wide" : ""}>
      <TextInput
        value={value[name] ?? ""}
        maxLength={200}
        autoComplete={autoComplete}
        disabled={disabled}
        onChange={(event) => onChange({ [name]: event.target.value })}
      />
    </Field>
  );
  return (
    <div className="form-grid">
      {text("line1", "Address line 1", "address-line1", true, true)}
      {text("line2", "Address line 2", "address-line2", false, true)}
      {text("city", "City", "address-level2", true)}
      {text("region", "Region", "address-level1", false)}
      {text("zipcode", "Postcode / zipcode", "postal-code", true)}
      <Field label="Country" required error={errors.country} className="wide">
        <CountrySelect
          value={value.country}
          knownName={value.countryName}
          disabled={disabled}
          onChange={(country, countryName) => onChange({ country, countryName })}
        />
      </Field>
    </div>
  );
}
