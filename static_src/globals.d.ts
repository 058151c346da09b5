/** The address of the icon sprite; the build replaces it. */
declare const __ICONS_URL__: string;
