import type { ReactNode } from "react";
import { classNames } from "./class-names";
import { Icon } from "./icon";
import type { IconName } from "./icons";

/** The meaning of a colour: green done, blue in progress, amber pending, red critical, declined or expired, grey none. */
export type Tone = "ok" | "info" | "wait" | "bad" | "none";

type Props = { tone?: Tone; icon?: IconName | undefined; className?: string; children: ReactNode };

export function Badge({ tone = "none", icon, className, children }: Props) {
  return (
    <span className={classNames("soft-badge", `soft-badge-${tone}`, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}

type StatusProps = {
  /** `style` is a tone and `icon` a name of ui/icons.ts, as the server sends them. */
  info: { label: string; style: string; icon?: string | null };
};

/** The badge of a status that the server describes. */
export function StatusBadge({ info: { label, style, icon } }: StatusProps) {
  return (
    <Badge tone={style as Tone} icon={(icon ?? undefined) as IconName | undefined}>
      {label}
    </Badge>
  );
}

/** The mark of a test organisation. */
export function TestBadge() {
  return <Badge tone="wait">Test account</Badge>;
}
