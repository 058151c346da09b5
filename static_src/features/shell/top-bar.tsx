import { useEffect, useState } from "react";
import { Avatar, OrgLogo } from "../../domain/people/faces";
import { type MenuEntry, type PageContext, type Theme, usePageContext } from "../../lib/browser/page-context";
import { chooseTheme, followSystemTheme } from "../../lib/browser/theme";
import { type BrowserEventName, emit, useBrowserEvent } from "../../lib/events";
import { TestBadge } from "../../ui/badge";
import { Icon } from "../../ui/icon";
import type { IconName } from "../../ui/icons";
import { Menu, type MenuItem } from "../../ui/menu";
import { Bell } from "./bell";
import { NavigationButtons } from "./navigation-buttons";

/** The bar at the top of every page (specification, section 2, Layout), with the entries of the page context. */
export default function TopBar() {
  const context = usePageContext();
  const { productName, user, plusMenu, settingsMenu, nav } = context;
  const [organisation, setOrganisation] = useState(context.organisation);
  useBrowserEvent("ORGANISATION_CHANGED", (saved) => {
    setOrganisation((current) => (current?.id === saved.id ? { ...current, ...saved } : current));
  });
  return (
    <div className="topbar-row">
      {nav.length > 0 && <NavigationButtons />}
      <a className="brand" href="/home">
        <span className="brand-mark" aria-hidden="true">
          {productName.charAt(0)}
        </span>
        <span className="brand-name">{productName}</span>
      </a>
      {/* The inline script handles its keys (islands/early-find.ts). */}
      <div className="input-shell find">
        <Icon name="search" className="input-icon" />
        <input id="find" className="form-control" placeholder="Find or do" aria-label="Find or do" />
      </div>
      {organisation?.isTestOrganisation && <TestBadge />}
      <Bell />
      <EntriesMenu label="Add" icon="add" entries={plusMenu} />
      <EntriesMenu label="Settings" icon="settings" entries={settingsMenu} />
      {user && <UserMenu user={user} context={{ ...context, organisation }} />}
      {organisation && <OrgLogo organisation={organisation} labelled />}
    </div>
  );
}

const buttonClass = "btn btn-quiet btn-icon";

function EntriesMenu({
  label,
  icon,
  entries,
}: {
  label: string;
  icon: IconName;
  entries: readonly MenuEntry[];
}) {
  if (entries.length === 0) return null;
  const items = entries.flatMap(({ label: text, href, event, detail, icon: picture, divided }) => [
    divided && ("divider" as const),
    {
      label: text,
      icon: picture as IconName,
      href,
      onSelect: event ? () => emit(event as BrowserEventName, (detail ?? {}) as never) : undefined,
    },
  ]);
  return (
    <Menu
      label={label}
      trigger={<Icon name={icon} size="lg" />}
      triggerClass={buttonClass}
      items={items}
      align="end"
    />
  );
}

const themes: readonly { theme: Theme; label: string; icon: IconName }[] = [
  { theme: "light", label: "Light", icon: "theme-light" },
  { theme: "dark", label: "Dark", icon: "theme-dark" },
  { theme: "system", label: "Match system", icon: "theme-system" },
];

function UserMenu({ user, context }: { user: NonNullable<PageContext["user"]>; context: PageContext }) {
  const [theme, setTheme] = useState(context.theme);
  const [picUrl, setPicUrl] = useState(user.picUrl);
  const [isSigningOut, setIsSigningOut] = useState(false);
  useEffect(() => (theme === "system" ? followSystemTheme() : undefined), [theme]);
  useBrowserEvent("USER_PIC_CHANGED", (detail) => {
    if (detail.userId === user.id && detail.picUrl !== undefined) setPicUrl(detail.picUrl);
  });

  const signOut = () => {
    setIsSigningOut(true);
    // The API client has already shown the error.
    import("./sign-out").then((module) => module.signOut()).catch(() => setIsSigningOut(false));
  };
  const items: (MenuItem | false)[] = [
    { heading: user.name, text: context.organisation?.name },
    "divider",
    user.type !== "GUEST" && { label: "My Details...", icon: "user", href: `/contacts/${user.id}` },
    user.isAdmin && { label: "SysAdmin...", icon: "sysadmin", href: "/sysadmin/home" },
    "divider",
    { group: "Theme" },
    ...themes.map(({ theme: choice, label, icon }) => ({
      label,
      icon,
      checked: choice === theme,
      onSelect: () => {
        chooseTheme(choice);
        setTheme(choice);
      },
    })),
    "divider",
    { label: "Sign Out", icon: "sign-out", onSelect: signOut, disabled: isSigningOut },
  ];
  return (
    <Menu
      label={`${user.name}, your menu`}
      trigger={<Avatar person={{ ...user, picUrl }} />}
      triggerClass={buttonClass}
      items={items}
      align="end"
    />
  );
}
