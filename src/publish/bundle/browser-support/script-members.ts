import type { Identifier } from '@mdn/browser-compat-data/types';
import { browsersLacking, COMPAT_DATA, featuresOf } from './compat-data.ts';

/** A global, or a member of one, that scripts can use. */
export interface ScriptMember {
  /** The name in MDN's data, such as `api.URL.canParse_static`. */
  readonly feature: string;
  /** Name of the interface, function or namespace, such as `URL`, or `Intl.Segmenter`; '' for a global itself. */
  readonly owner: string;
  readonly name: string;
  /** The minimum browsers that lack the global or member. */
  readonly lackedBy: readonly string[];
}

/** Interfaces whose members are globals. */
const GLOBAL_SCOPES: ReadonlySet<string> = new Set([
  'DedicatedWorkerGlobalScope',
  'ServiceWorkerGlobalScope',
  'SharedWorkerGlobalScope',
  'Window',
  'WorkerGlobalScope',
]);

/** All globals and members in MDN's data, including those that all minimum browsers support. */
export function scriptMembers(): ScriptMember[] {
  return [
    ...featuresOf(COMPAT_DATA.api).flatMap(([name, feature]) => membersOf('api', '', name, feature)),
    ...featuresOf(COMPAT_DATA.javascript['builtins']).flatMap(([name, feature]) =>
      membersOf('javascript.builtins', '', name, feature),
    ),
  ];
}

function membersOf(path: string, owner: string, name: string, feature: Identifier): ScriptMember[] {
  const compat = feature.__compat;
  if (!compat || !isProperty(path, owner, name)) return [];
  // Some built-ins, such as `Iterator`, existed before their global. MDN's entry for the constructor has the version
  // that added the global.
  const isBuiltin = path.startsWith('javascript');
  const isGlobal = owner === '' || GLOBAL_SCOPES.has(owner);
  const own = {
    feature: `${path}.${name}`,
    owner: isGlobal ? '' : owner,
    name: name.replace(/_static$/, ''),
    lackedBy: browsersLacking(isBuiltin ? (feature[name]?.__compat ?? compat) : compat),
  };
  const isNamespace = owner === '' || owner === 'Intl' || owner === 'Temporal' || owner === 'WebAssembly';
  if (!isNamespace) return [own];
  const inside = owner === '' ? name : `${owner}.${name}`;
  return [own, ...featuresOf(feature).flatMap(([member, below]) => membersOf(own.feature, inside, member, below))];
}

/** MDN lists events, parameters and behaviours in snake case next to the properties. */
function isProperty(path: string, owner: string, name: string): boolean {
  if (owner !== '' && name === owner.split('.').at(-1)) return false;
  return (
    name.endsWith('_static') ||
    name.startsWith('@@') ||
    /^[A-Z_]+$/.test(name) ||
    !/^[A-Za-z0-9]+_/.test(name) ||
    (path === 'api' && owner === '')
  );
}
