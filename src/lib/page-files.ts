const NAMED = /\/_(?:astro|brand)\/[\w@.-]+\.\w+/g;
const BESIDE = /["'`(](?:\.\/|_astro\/)?((?:[\w@-]+\.)*[\w-]{8}\.(?:js|css|woff2|svg))["'`)]/g;
const WITH_FILES = /\.(?:js|css)$/;

/** Addresses of the hashed files that a page, script or style sheet names, those it may load later included. */
export function namedFiles(text: string, path: string): string[] {
  const whole = text.match(NAMED) ?? [];
  const folder = path.startsWith('/_') ? path.slice(0, path.lastIndexOf('/') + 1) : undefined;
  const beside = folder === undefined ? [] : [...text.matchAll(BESIDE)].map(([, name]) => folder + name);
  return [...new Set([...whole, ...beside])];
}

/** Whether a file may name others. */
export const namesFiles = (path: string): boolean => WITH_FILES.test(path);
