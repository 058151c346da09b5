import type { AnchorHTMLAttributes, ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from "react";
import { classNames } from "./class-names";
import { Icon } from "./icon";
import type { IconName } from "./icons";

type ButtonVariant = "default" | "primary" | "danger" | "quiet" | "link";

type Look = {
  variant?: ButtonVariant | undefined;
  size?: "sm" | undefined;
  icon?: IconName | undefined;
  children?: ReactNode;
};

type ButtonProps = Look &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    /** An action is running: the button shows it, keeps the focus and ignores clicks. */
    busy?: boolean | undefined;
    /** The label while busy ('Saving...'). */
    busyText?: string | undefined;
    ref?: Ref<HTMLButtonElement> | undefined;
  };

const classesOf = ({ variant = "default", size }: Look, className?: string, iconOnly = false) =>
  classNames("btn", `btn-${variant}`, size && `btn-${size}`, iconOnly && "btn-icon", className);

export function Button({
  variant,
  size,
  icon,
  busy = false,
  busyText,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  const act = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={classesOf({ variant, size }, className)}
      onClick={act}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest["aria-disabled"]}
    >
      {busy ? <span className="spinner-border" aria-hidden="true" /> : icon && <Icon name={icon} />}
      {busy && busyText ? busyText : children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  variant,
  size,
  icon,
  className,
  children,
  ...rest
}: Look & AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  return (
    <a {...rest} className={classesOf({ variant, size }, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}

type IconButtonProps = Omit<ButtonProps, "children" | "icon" | "busyText"> & {
  icon: IconName;
  label: string;
};

/** A button with an icon only; `label` is its accessible name and its title. */
export function IconButton({
  icon,
  label,
  variant = "quiet",
  size,
  className,
  busy = false,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classesOf({ variant, size }, className, true)}
      aria-label={label}
      title={label}
      aria-busy={busy || undefined}
      disabled={rest.disabled || busy}
    >
      {busy ? <span className="spinner-border" aria-hidden="true" /> : <Icon name={icon} />}
    </button>
  );
}
