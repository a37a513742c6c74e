import type { PageKey } from '#src/publish/bundle/index.ts';

/** The code that a release's pages were rendered with: keys by route. */
export type CodeKeys = Readonly<Record<string, string>>;

/** Converts page keys to a record. */
export const codeKeysOf = (pageKeys: readonly PageKey[]): CodeKeys =>
  Object.fromEntries(pageKeys.map(({ route, key }) => [route, key]));

/**
 * Returns a function that checks whether a page's code has changed since the page was rendered. Code counts as changed
 * if the page has no route, or if no key was recorded for its route.
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
