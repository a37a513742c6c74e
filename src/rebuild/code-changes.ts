import type { PageKey } from '#src/site-bundle/index.ts';

/** What a release records of the code that its pages were rendered by. */
export type CodeKeys = Readonly<Record<string, string>>;

/** The key of each route by its name. */
export const codeKeysOf = (pageKeys: readonly PageKey[]): CodeKeys =>
  Object.fromEntries(pageKeys.map(({ route, key }) => [route, key]));

/**
 * Tells of a path whether other code renders its page now than rendered it before. A page that no route answers, or none that
 * was known, counts as changed.
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
