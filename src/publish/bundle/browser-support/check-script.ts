import { type AnyNode, type MemberExpression, type Node, type Program, parse } from 'acorn';
import { fullAncestor } from 'acorn-walk';
import { isGuarded } from './feature-detection.ts';
import { type ScriptMember, scriptMembers } from './script-members.ts';
import type { UnsupportedUse } from './types.ts';

/** The newest ECMAScript edition whose syntax all minimum browsers support. */
const ECMA_VERSION = 2023;
const NEWEST = 'latest';

const INSTANCES: Readonly<Record<string, string>> = {
  caches: 'CacheStorage',
  crypto: 'Crypto',
  document: 'Document',
  history: 'History',
  localStorage: 'Storage',
  location: 'Location',
  navigator: 'Navigator',
  performance: 'Performance',
  screen: 'Screen',
  sessionStorage: 'Storage',
};
const GLOBAL_OBJECTS = new Set(['globalThis', 'self', 'window']);
/** Methods that return an iterator. In older browsers the iterator only has `next`. */
const ITERATOR_SOURCES = new Set(['entries', 'keys', 'matchAll', 'values']);

interface Members {
  readonly globals: ReadonlyMap<string, ScriptMember>;
  /** Members by owner and name, in the form `owner.name`. */
  readonly byPath: ReadonlyMap<string, ScriptMember>;
  /**
   * Members by name, used when the owner is unknown. Contains a name only if every member with that name is
   * unsupported.
   */
  readonly byName: ReadonlyMap<string, ScriptMember>;
}

let members: Members | undefined;

/** Finds features in a script that a minimum browser lacks, except behind a feature test. */
export function unsupportedInScript(code: string): UnsupportedUse[] {
  const program = parseAs(code, ECMA_VERSION);
  if (!('type' in program)) return [syntaxError(code, program)];
  members ??= readMembers();
  const declared = declaredNames(program);
  const uses: UnsupportedUse[] = [];
  fullAncestor(program, (node, _state, ancestors) => {
    const names = membersUsedBy(node as AnyNode, ancestors as AnyNode[], declared, members as Members);
    for (const { feature, owner, name, lackedBy } of names) {
      // A test for `Intl.Segmenter` also covers its methods.
      const tested = [name, owner.split('.').at(-1) ?? ''].filter((part) => part !== '');
      const isTested = tested.some((part) => isGuarded(part, ancestors as AnyNode[]));
      if (lackedBy.length > 0 && !isTested) uses.push(foundAt(node, feature, lackedBy));
    }
  });
  return uses;
}

interface ParseError extends SyntaxError {
  readonly loc: { readonly line: number; readonly column: number };
}

function parseAs(code: string, ecmaVersion: typeof ECMA_VERSION | typeof NEWEST): Program | ParseError {
  const options = { ecmaVersion, locations: true, allowReturnOutsideFunction: true } as const;
  try {
    return parse(code, { ...options, sourceType: 'module' });
  } catch (error) {
    try {
      return parse(code, { ...options, sourceType: 'script' });
    } catch {
      return error as ParseError;
    }
  }
}

function syntaxError(code: string, { message, loc }: ParseError): UnsupportedUse {
  const isNewer = 'type' in parseAs(code, NEWEST);
  const feature = isNewer ? `syntax newer than ECMAScript ${ECMA_VERSION}: ${message}` : `invalid syntax: ${message}`;
  return { feature, lackedBy: ['at least one minimum browser'], line: loc.line, column: loc.column + 1 };
}

const foundAt = ({ loc }: Node, feature: string, lackedBy: readonly string[]): UnsupportedUse => ({
  feature,
  lackedBy,
  line: loc?.start.line ?? 0,
  column: (loc?.start.column ?? 0) + 1,
});

function readMembers(): Members {
  const all = scriptMembers();
  const globals = new Map<string, ScriptMember>();
  const byPath = new Map<string, ScriptMember>();
  const byName = new Map<string, ScriptMember | null>();
  for (const member of all) {
    if (member.owner === '') {
      // Some globals are listed twice: once for windows and once for workers.
      if (!globals.get(member.name) || member.lackedBy.length === 0) globals.set(member.name, member);
      continue;
    }
    byPath.set(`${member.owner}.${member.name}`, member);
    if (member.lackedBy.length === 0) byName.set(member.name, null);
    else if (!byName.has(member.name)) byName.set(member.name, member);
  }
  const isLacking = (entry: [string, ScriptMember | null]): entry is [string, ScriptMember] => entry[1] !== null;
  return { globals, byPath, byName: new Map([...byName].filter(isLacking)) };
}

/** Fields of nodes that can declare a name. */
interface Declaring extends Node {
  readonly id?: AnyNode | null | undefined;
  readonly local?: AnyNode | undefined;
  readonly name?: string | undefined;
}

/** All names that the script declares. Globals of the same name are not checked. */
function declaredNames(program: Program): ReadonlySet<string> {
  const names = new Set<string>();
  fullAncestor(program, (node, _state, _ancestors, type) => {
    const { id, local, name }: Declaring = node;
    if (type === 'VariablePattern' && name !== undefined) names.add(name);
    for (const named of [id, local]) if (named?.type === 'Identifier') names.add(named.name);
  });
  return names;
}

function membersUsedBy(
  node: AnyNode,
  ancestors: readonly AnyNode[],
  declared: ReadonlySet<string>,
  { globals, byPath, byName }: Members,
): ScriptMember[] {
  const listOf = (member: ScriptMember | undefined) => (member ? [member] : []);
  const memberOf = (owner: string, name: string) =>
    GLOBAL_OBJECTS.has(owner) ? globals.get(name) : byPath.get(`${INSTANCES[owner] ?? owner}.${name}`);
  if (node.type === 'Identifier')
    return declared.has(node.name) || ancestors.at(-2)?.type === 'MetaProperty' ? [] : listOf(globals.get(node.name));
  const parent = ancestors.at(-2);
  if (node.type === 'ObjectPattern') {
    const source =
      parent?.type === 'VariableDeclarator' && parent.init ? pathOf(parent.init as AnyNode, declared) : undefined;
    return node.properties.flatMap((property) =>
      source !== undefined && property.type === 'Property' && property.key.type === 'Identifier'
        ? listOf(memberOf(source, property.key.name))
        : [],
    );
  }
  if (node.type !== 'MemberExpression') return [];
  const name = nameOf(node);
  if (name === undefined || isAssigned(node, parent)) return [];
  if (isIterator(node.object as AnyNode, declared)) {
    const member = byPath.get(`Iterator.${name}`);
    if (member) return [member];
  }
  const owner = pathOf(node.object as AnyNode, declared);
  if (owner !== undefined) {
    const member = memberOf(owner, name);
    if (member) return [member];
  }
  // If the owner is unknown, count only calls: any object may have a property of that name.
  return parent?.type === 'CallExpression' && parent.callee === node ? listOf(byName.get(name)) : [];
}

function nameOf({ computed, property }: MemberExpression): string | undefined {
  if (!computed) return property.type === 'Identifier' ? property.name : undefined;
  if (property.type === 'Literal') return typeof property.value === 'string' ? property.value : undefined;
  return property.type === 'TemplateLiteral' && property.expressions.length === 0
    ? (property.quasis[0]?.value.cooked ?? undefined)
    : undefined;
}

/**
 * Describes the owner of a member, such as `Promise`, `Intl.Segmenter` or `URL.prototype`; undefined if it is not a
 * global.
 */
function pathOf(node: AnyNode, declared: ReadonlySet<string>): string | undefined {
  if (node.type === 'Identifier') return declared.has(node.name) ? undefined : node.name;
  if (node.type !== 'MemberExpression') return undefined;
  const owner = pathOf(node.object as AnyNode, declared);
  const name = nameOf(node);
  if (owner === undefined || name === undefined) return undefined;
  if (name === 'prototype') return owner;
  return GLOBAL_OBJECTS.has(owner) ? name : `${owner}.${name}`;
}

/** Setting a property is safe in every browser. */
const isAssigned = (node: AnyNode, parent: AnyNode | undefined) =>
  parent?.type === 'AssignmentExpression' && parent.left === node && parent.operator === '=';

function isIterator(node: AnyNode, declared: ReadonlySet<string>): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const { object } = node.callee;
  const isStatic =
    object.type === 'Identifier' && !declared.has(object.name) && /^(?:Object|Reflect)$/.test(object.name);
  return !isStatic && ITERATOR_SOURCES.has(nameOf(node.callee) ?? '');
}
