import type { PageKey } from '#src/publish/bundle/index.ts';

/** The code that a release's pages were rendered with: keys by route. */
export type CodeKeys = Readonly<Record<string, string>>;

/** Returns the keys by route name. */
export const codeKeysOf = (pageKeys: readonly PageKey[]): CodeKeys =>
  Object.fromEntries(pageKeys.map(({ route, key }) => [route, key]));

/**
 * Returns a function that checks whether a page's code has changed since the page was rendered. A page without a route,
 * or with a route that was not recorded, counts as changed.
 */
export function codeChanges(before: CodeKeys, now: readonly PageKey[]): (path: string) => boolean {
  const routes = now.map(({ route, pattern, key }) => ({
    pattern: new RegExp(pattern),
    isChanged: before[route] !== key,
  }));
  return (path) => {
    const decoded = decodedPath(path);
    return routes.find(({ pattern }) => pattern.test(decoded))?.isChanged ?? true;
  };
}

function decodedPath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
