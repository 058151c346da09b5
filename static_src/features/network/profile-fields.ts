/** A text of the profile. Texts with a `publicLabel` are shown to other organisations too. */
interface ProfileText {
  name: string;
  label: string;
  maxLength: number;
  /** Error of an empty required text. */
  missing?: string;
  publicLabel?: string;
  placeholder?: string;
  isUrl?: boolean;
}

/** The short texts of the profile, in the order of the form. */
export const profileTexts = [
  {
    name: "registrationNumber",
    label: "Company registration number",
    maxLength: 200,
    missing: "A company registration number is required.",
    publicLabel: "Registration number",
  },
  { name: "taxIdNumber", label: "Tax id (VAT)", maxLength: 50 },
  { name: "dunsNumber", label: "DUNS number", maxLength: 20 },
  {
    name: "websiteUrl",
    label: "Website",
    maxLength: 300,
    publicLabel: "Website",
    placeholder: "https://www.example.com",
    isUrl: true,
  },
] as const satisfies readonly ProfileText[];

export type ProfileTextName = (typeof profileTexts)[number]["name"];

/** Build an object with one value for each text. */
export function mapProfileTexts<T>(makeValue: (text: ProfileText & { name: ProfileTextName }) => T) {
  return Object.fromEntries(profileTexts.map((text) => [text.name, makeValue(text)])) as Record<
    ProfileTextName,
    T
  >;
}
