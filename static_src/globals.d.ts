/** Address of the icon sprite, put in by the build. */
declare const __ICONS_URL__: string;
