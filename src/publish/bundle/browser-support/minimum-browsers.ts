/**
 * The oldest browsers that every script and style sheet of the site supports (docs/develop/browsers.md). Builds compile
 * for them, and `check-files.ts` rejects anything that one of them lacks.
 */
export const MINIMUM_BROWSERS = { chrome: '109', firefox: '115', safari: '16.4' } as const;

/** The same browsers in the format of Vite's `build.target`. */
export const BUILD_TARGET: string[] = [
  ...Object.entries(MINIMUM_BROWSERS).map(([name, version]) => `${name}${version}`),
  `ios${MINIMUM_BROWSERS.safari}`,
];
