import { classNames } from "./class-names";
import type { IconName } from "./icons";

type Props = {
  name: IconName;
  size?: "md" | "lg";
  /** The accessible name, if no text next to the icon has the same meaning; without it the icon is hidden from screen readers. */
  label?: string | undefined;
  className?: string | undefined;
};

/** An icon of the sprite; icons.ts lists the names. */
export function Icon({ name, size = "md", label, className }: Props) {
  const classes = classNames("icon", size === "lg" && "icon-lg", className);
  const use = <use href={`${__ICONS_URL__}#${name}`} />;
  if (!label) {
    return (
      <svg className={classes} aria-hidden="true">
        {use}
      </svg>
    );
  }
  return (
    <svg className={classes} role="img" aria-label={label}>
      {use}
    </svg>
  );
}
