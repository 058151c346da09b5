import { useState } from "react";
import { classNames } from "../../ui/class-names";
import { Icon } from "../../ui/icon";

const colours = ["teal", "amber", "rose", "blue", "violet", "olive"];

type Size = "sm" | "md" | "lg" | "xl";

/** The colour that the server gave, or one that follows from the name. */
function colourOf(colour: string | null | undefined, name: string): string {
  if (colour && colours.includes(colour)) return colour;
  let sum = 0;
  for (const char of name) sum += char.codePointAt(0) ?? 0;
  return colours[sum % colours.length] ?? "teal";
}

/** The first letters of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return first
    ? [first, last]
        .map((word) => (word ? [...word][0] : ""))
        .join("")
        .toUpperCase()
    : "?";
}

type AvatarProps = {
  person: { name: string; initials?: string | null; colour?: string | null; picUrl?: string | null };
  size?: Size;
  /** Named for screen readers; leave it out where the name stands beside it. */
  labelled?: boolean;
};

/** A person's picture, or the initials in the person's colour. */
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

/** An organisation's logo, or its initials, in one colour wherever it is shown. */
export function OrgLogo({ organisation, size = "md", labelled = false }: OrgLogoProps) {
  const colour = colours[organisation.id % colours.length];
  const classes = classNames("org-logo", `face-${size}`, `face-${colour}`);
  const initials = organisation.name ? initialsOf(organisation.name) : <Icon name="organisation" />;
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

/** Edge of the small variant that the server keeps of a picture, in pixels; and of the picture itself. */
const smallEdge = 96;
const edges = { person: 320, organisation: 400 };
/** The widths of faces, as styles/_badges.scss draws them. */
const widths: Record<Size, string> = { sm: "28px", md: "32px", lg: "48px", xl: "120px" };

/** The variants that a browser chooses from by the density of its screen, of a picture that has a small one. */
const sourcesOf = (url: string, edge: number) =>
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
      // A picture that is not loaded with the page is not announced in it either: each would be before the scripts.
      <img
        sizes={widths[size]}
        srcSet={sourcesOf(url, edges[of])}
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
