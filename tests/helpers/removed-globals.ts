import { type ScriptMember, scriptMembers } from '#src/site-bundle/browser-support/script-members.ts';

/**
 * Chromium enforces Trusted Types by the pages' policy even where their API is gone, which no browser without them does:
 * without the API no page could set `innerHTML`.
 */
const isEnforced = (global: string) =>
  /^(?:trustedTypes|Trusted(?:HTML|Script|ScriptURL|TypePolicy|TypePolicyFactory))$/.test(global);

/** Chromium goes on opening what has the attribute `popover`, so that the replacement for older browsers would act twice. */
const OF_POPOVERS = /^(?:popover|(?:show|hide|toggle)Popover)$/;

/** The globals and members that at least one of the minimum browsers lacks, and that a test can take from a newer one. */
export function removedMembers(): ScriptMember[] {
  const missing = scriptMembers().filter(
    ({ lackedBy, owner, name }) => lackedBy.length > 0 && !isEnforced(owner || name) && !OF_POPOVERS.test(name),
  );
  const gone = new Set(missing.filter(({ owner }) => owner === '').map(({ name }) => name));
  // What every iterator inherits stays reachable without the global.
  return missing.filter(({ owner }) => owner === '' || owner === 'Iterator' || !gone.has(owner));
}

/** What MDN's names of a static method end with: `Response.json` is newer than the method of each response. */
const STATIC = '_static';

/**
 * A script that removes the globals, prototype methods and static methods that the minimum browsers lack, so that a new
 * browser fails where they would. Run it before all other scripts: with `addInitScript` in pages, as the first line of a worker's script.
 */
export function removedGlobalsScript(): string {
  const names: Record<string, string[]> = {};
  for (const { feature, owner, name } of removedMembers())
    names[owner] = [...(names[owner] ?? []), feature.endsWith(STATIC) ? name + STATIC : name];
  return `(${remove.toString()})(${JSON.stringify(names)});\n`;
}

/** Runs in the browser, as text: it may use nothing from outside. */
function remove(names: Record<string, string[]>): void {
  const iterator = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
  const typedArray = Object.getPrototypeOf(Int8Array);
  const resolve = (path: string): unknown =>
    path === 'TypedArray'
      ? typedArray
      : path.split('.').reduce<unknown>((value, name) => Object(value)[name], globalThis);
  /** The object's own property, or with `deep` also those that it inherits. */
  const drop = (target: unknown, name: string, deep: boolean): void => {
    const key = name.startsWith('@@') ? Object(Symbol)[name.slice(2)] : name;
    for (let at = target; Object(at) === at && key !== undefined; at = deep ? Object.getPrototypeOf(at) : null)
      if (Object.getOwnPropertyDescriptor(at, key)?.configurable) Reflect.deleteProperty(at as object, key);
  };
  const owners = Object.keys(names).filter((owner) => owner !== '');
  const targets = owners.map((owner) => {
    const value = owner === 'Iterator' ? { prototype: iterator } : resolve(owner);
    return [owner, value] as const;
  });
  for (const [owner, value] of targets)
    for (const name of names[owner] ?? []) {
      drop(value, name.replace(/_static$/, ''), false);
      drop(Object(value).prototype, name, false);
    }
  for (const name of names[''] ?? []) drop(globalThis, name, true);
}
