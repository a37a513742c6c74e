import { type ScriptMember, scriptMembers } from '#src/publish/bundle/browser-support/script-members.ts';

/**
 * Whether a global belongs to Trusted Types. These globals are kept. Without them, Chromium would still enforce the
 * page's Trusted Types policy, unlike browsers that lack Trusted Types, and pages could not set `innerHTML`.
 */
const isEnforced = (global: string) =>
  /^(?:trustedTypes|Trusted(?:HTML|Script|ScriptURL|TypePolicy|TypePolicyFactory))$/.test(global);

/**
 * Matches members for popovers. They are kept: Chromium would still open elements with the attribute `popover`, so the
 * polyfill would open them a second time.
 */
const POPOVER_MEMBER = /^(?:popover|(?:show|hide|toggle)Popover)$/;

/**
 * Whether a feature belongs to shared workers, which Lectern does not use. Their `name` would be mistaken for
 * `window.name`, which all browsers have.
 */
const isOfSharedWorker = (feature: string) => feature.startsWith('api.SharedWorkerGlobalScope.');

/** The globals and members that a minimum browser lacks, and that a test can remove from a newer browser. */
export function removedMembers(): ScriptMember[] {
  const missing = scriptMembers().filter(
    ({ lackedBy, owner, name, feature }) =>
      lackedBy.length > 0 && !isOfSharedWorker(feature) && !isEnforced(owner || name) && !POPOVER_MEMBER.test(name),
  );
  const removedGlobals = new Set(missing.filter(({ owner }) => owner === '').map(({ name }) => name));
  // Members of `Iterator` are listed too, because iterators still inherit them after the global is removed.
  return missing.filter(({ owner }) => owner === '' || owner === 'Iterator' || !removedGlobals.has(owner));
}

/**
 * Suffix of static methods in MDN's data. A static method such as `Response.json` may be newer than the instance
 * method.
 */
const STATIC = '_static';

/**
 * Returns a script that removes the globals, prototype methods and static methods that the minimum browsers lack, so
 * that a new browser fails where those would fail. Run it before all other scripts: with `addInitScript` in pages, as
 * the first line of the script in workers.
 */
export function removedGlobalsScript(): string {
  const names: Record<string, string[]> = {};
  for (const { feature, owner, name } of removedMembers())
    names[owner] = [...(names[owner] ?? []), feature.endsWith(STATIC) ? name + STATIC : name];
  return `(${remove.toString()})(${JSON.stringify(names)});\n`;
}

/** Removes the members. The function is sent to the browser as text, so it must not use anything outside its body. */
function remove(names: Record<string, string[]>): void {
  const iterator = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
  const typedArray = Object.getPrototypeOf(Int8Array);
  const resolve = (path: string): unknown =>
    path === 'TypedArray'
      ? typedArray
      : path.split('.').reduce<unknown>((value, name) => Object(value)[name], globalThis);
  /** Removes the object's property; with `deep`, also the inherited property. */
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
