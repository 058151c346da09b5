import { useState } from "react";
import { classNames } from "../../ui/class-names";
import { Icon } from "../../ui/icon";

const colours = ["teal", "amber", "rose", "blue", "violet", "olive"];

type Size = "sm" | "md" | "lg" | "xl";

/** Return the server's colour, else one computed from the name. */
function colourOf(colour: string | null | undefined, name: string): string {
  if (colour && colours.includes(colour)) return colour;
  let sum = 0;
  for (const char of name) sum += char.codePointAt(0) ?? 0;
  return colours[sum % colours.length] ?? "teal";
}

/** Return the first letters of the first and the last word. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return first
    ? [first, last]
        .map((word) => (word ? [...word][0] : ""))
        .join("")
        .toUpperCase()
    : "?";
}

/** Legal forms in lower case without dots, spaces and strokes. */
const legalForms = new Set(
  (
    "ab ag aps as asa bv bvba cic co corp corporation cv doo dd eg ek eood ev gbr gmbh inc incorporated kft kg kgaa kk " +
    "limited llc llp lp ltd ltda mbh nv ohg oy oyj ood plc pte pty pvt sa sab sarl sas sasu sca se sl slu snc sp spa " +
    "spj spk spzoo sprl srl sro ug vof zrt"
  ).split(" "),
);

/** Return the name of an organisation without the legal form at its end ('Müller GmbH & Co. KG', 'Nowak Sp. z o.o.'). */
function withoutLegalForm(name: string): string {
  let words = name.trim().split(/\s+/);
  const isLegalForm = (count: number) =>
    words.length > count &&
    legalForms.has(
      words
        .slice(-count)
        .join("")
        .toLowerCase()
        .replace(/[^\p{L}]/gu, ""),
    );
  for (;;) {
    const count = [3, 2, 1].find(isLegalForm);
    if (count) words = words.slice(0, -count);
    else if (words.length > 1 && /^[&+]$/.test(words.at(-1) ?? "")) words = words.slice(0, -1);
    else return words.join(" ");
  }
}

type AvatarProps = {
  person: { name: string; initials?: string | null; colour?: string | null; picUrl?: string | null };
  size?: Size;
  /** Give the picture an accessible name; false if the name is next to it. */
  labelled?: boolean;
};

/** A user's picture, or the initials in the user's colour. */
export function Avatar({ person, size = "sm", labelled = false }: AvatarProps) {
  const classes = classNames("avatar", `face-${size}`, `face-${colourOf(person.colour, person.name)}`);
  return (
    <Face
      className={classes}
      size={size}
      of="person"
      label={labelled ? person.name : undefined}
      url={person.picUrl}
      initials={person.initials || initialsOf(person.name)}
    />
  );
}

type OrgLogoProps = {
  organisation: { id: number; name: string; logoUrl?: string | null };
  size?: Size;
  labelled?: boolean;
};

/** An organisation's logo, or its initials in the colour of its id. */
export function OrgLogo({ organisation, size = "md", labelled = false }: OrgLogoProps) {
  const colour = colours[organisation.id % colours.length];
  const classes = classNames("org-logo", `face-${size}`, `face-${colour}`);
  const initials = organisation.name ? (
    initialsOf(withoutLegalForm(organisation.name))
  ) : (
    <Icon name="organisation" />
  );
  return (
    <Face
      className={classes}
      size={size}
      of="organisation"
      label={labelled ? organisation.name : undefined}
      url={organisation.logoUrl}
      initials={initials}
    />
  );
}

/** Pixels. The edge of the small variant of a picture that the server stores; `edges` has the full sizes. */
const smallEdge = 96;
const edges = { person: 320, organisation: 400 };
/** The widths of faces in styles/_badges.scss. */
const widths: Record<Size, string> = { sm: "28px", md: "32px", lg: "48px", xl: "120px" };

/** Return the `srcset` of a picture that has a small variant, else undefined. */
const srcSetOf = (url: string, edge: number) =>
  /^\/files\/\d+\?v=/.test(url) ? `${url}&size=small ${smallEdge}w, ${url} ${edge}w` : undefined;

type FaceProps = {
  className: string;
  size: Size;
  of: keyof typeof edges;
  label: string | undefined;
  url: string | null | undefined;
  initials: React.ReactNode;
};

function Face({ className, size, of, label, url, initials }: FaceProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const content =
    url && url !== failedUrl ? (
      // Lazy, so that React adds no preload link for it: those links would load before the scripts.
      <img
        sizes={widths[size]}
        srcSet={srcSetOf(url, edges[of])}
        src={url}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setFailedUrl(url)}
      />
    ) : (
      initials
    );
  if (!label) {
    return (
      <span className={className} aria-hidden="true">
        {content}
      </span>
    );
  }
  return (
    <span className={className} role="img" aria-label={label}>
      {content}
    </span>
  );
}
