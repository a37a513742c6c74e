import type { Identifier } from '@mdn/browser-compat-data/types';
import { type AtRule, type Container, type Declaration, type Document, type Node, parse, type Rule } from 'postcss';
import { browsersLacking, COMPAT_DATA, featuresOf } from './compat-data.ts';
import type { UnsupportedUse } from './types.ts';

const CSS = COMPAT_DATA.css;
const PROPERTIES = CSS['properties'];
const AT_RULES = CSS['at-rules'];
const SELECTORS = CSS['selectors'];

interface Use {
  readonly feature: string;
  /** The name as written in style sheets, such as `has` or `light-dark`. */
  readonly name: string;
  readonly lackedBy: readonly string[];
  readonly selector?: string;
  readonly drops?: readonly string[];
}

/** Functions and keywords in values. MDN groups them by value type. */
const VALUE_FUNCTIONS = new Map<string, Use>();
collectTypes('css.types', CSS['types']);

function collectTypes(path: string, identifier: Identifier | undefined): void {
  for (const [name, feature] of featuresOf(identifier)) {
    const compat = feature.__compat;
    const use = { feature: `${path}.${name}`, name, lackedBy: compat ? browsersLacking(compat) : [] };
    // A function that exists for several types is unsupported only if it is unsupported for all of them.
    if (compat && (!VALUE_FUNCTIONS.has(name) || use.lackedBy.length === 0)) VALUE_FUNCTIONS.set(name, use);
    collectTypes(use.feature, feature);
  }
}

/**
 * Finds the properties, values, at-rules and selectors of a style sheet that a minimum browser lacks. A use inside a
 * matching `@supports`, or after a declaration of the same property that all browsers support, is progressive
 * enhancement and not reported.
 */
export function unsupportedInStyle(css: string): UnsupportedUse[] {
  const unsupported: UnsupportedUse[] = [];
  const add = (node: Node, uses: readonly Use[]) => {
    for (const use of uses)
      if (use.lackedBy.length > 0 && !isInSupports(node, use.name)) unsupported.push(at(node, use));
  };
  const sheet = parse(css);
  sheet.walkAtRules((rule) => add(rule, usesOfAtRule(rule)));
  sheet.walkRules((rule) => add(rule, usesOfRule(rule)));
  sheet.walkDecls((declaration) => {
    const uses = usesOfDeclaration(declaration);
    if (!hasFallback(declaration)) add(declaration, uses);
  });
  return unsupported;
}

const at = ({ source }: Node, { name: _name, ...use }: Use): UnsupportedUse => ({
  ...use,
  line: source?.start?.line ?? 0,
  column: source?.start?.column ?? 0,
});

/** Returns nothing for a name that MDN does not list. Another check finds misspelt names. */
function entryOf(path: string, parent: Identifier | undefined, name: string, isPrefixed = false): Use[] {
  const compat = parent && Object.hasOwn(parent, name) ? parent[name]?.__compat : undefined;
  return compat ? [{ feature: `${path}.${name}`, name, lackedBy: browsersLacking(compat, isPrefixed) }] : [];
}

function usesOfAtRule({ name, params }: AtRule): Use[] {
  const own = entryOf('css.at-rules', AT_RULES, name);
  if (name !== 'media') return own;
  const features = [...params.matchAll(/\(\s*([a-z-]+)/g)].map(([, feature = '']) => feature);
  return [...own, ...features.flatMap((feature) => entryOf('css.at-rules.media', AT_RULES?.['media'], feature))];
}

function usesOfRule({ selector, selectors, parent }: Rule): Use[] {
  if (isKeyframes(parent)) return [];
  const isNested = parent?.type === 'rule' || /(?:^|[\s,(>+~])&/.test(selector);
  const checked = selectors.map((selector) => ({ selector, uses: usesOfSelector(selector) }));
  const drops = checked
    .filter(({ uses }) => uses.every(({ lackedBy }) => lackedBy.length === 0))
    .map(({ selector }) => selector);
  return [
    ...(isNested ? entryOf('css.selectors', SELECTORS, 'nesting') : []),
    ...checked.flatMap(({ selector, uses }) => uses.map((use) => ({ ...use, selector, drops }))),
  ];
}

/** Checks one selector of a selector list. */
function usesOfSelector(selector: string): Use[] {
  const plain = selector.replace(/\\./g, '').replace(/"[^"]*"|'[^']*'/g, '');
  // In `:is()` and `:where()`, a browser drops only the unknown selector; elsewhere it drops the whole rule.
  const strict = plain.replace(/:(?:is|where)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, '');
  const names = [...strict.matchAll(/::?([a-z-]+)/g)].map(([, name = '']) => name);
  // Unlike other unknown selectors, `:has()` matches elements that exist in every browser, so it is checked inside
  // `:is()` and `:where()` too.
  if (/:has\(/.test(plain)) names.push('has');
  return [...new Set(names)].flatMap((name) => entryOf('css.selectors', SELECTORS, name));
}

const isKeyframes = (parent: Container | Document | undefined) =>
  parent?.type === 'atrule' && (parent as AtRule).name.endsWith('keyframes');

function usesOfDeclaration({ prop, value, parent }: Declaration): Use[] {
  const isDescriptor = parent?.type === 'atrule';
  const isPrefixed = parent?.some(
    (node) => node.type === 'decl' && PREFIX.test(node.prop) && node.prop.endsWith(`-${prop}`),
  );
  const property = isDescriptor || prop.startsWith('--') ? [] : entryOf('css.properties', PROPERTIES, prop, isPrefixed);
  const text = value.replace(/"[^"]*"|'[^']*'|url\([^)]*\)/g, '');
  const functions = [...text.matchAll(/(?<![\w-])(-?[a-z][a-z-]*)\(\s*(from\s)?/g)];
  const functionUses = functions.flatMap(([, name = '', from]) => [
    ...valueFunction(prop, name),
    ...(from && RELATIVE.has(name) ? valueFunction(prop, 'relative_syntax', name) : []),
  ]);
  const words = prop.startsWith('--') ? [] : [...text.matchAll(/(?<![\w-(#.])([a-z][a-z-]*)(?![\w(-])/g)];
  const keywords = words.flatMap(([, word = '']) => entryOf(`css.properties.${prop}`, PROPERTIES?.[prop], word));
  const units = [...text.matchAll(/(?<![\w-])[\d.]+([a-z]+)\b/g)].flatMap(([, unit = '']) => unitUse(unit));
  return [...property, ...functionUses, ...keywords, ...units];
}

const PREFIX = /^-(?:webkit|moz)-/;
const RELATIVE = new Set(['color', 'hsl', 'hwb', 'lab', 'lch', 'oklab', 'oklch', 'rgb']);

function valueFunction(prop: string, name: string, parent?: string): Use[] {
  if (parent !== undefined) {
    const colors = CSS['types']?.['color'];
    return entryOf(`css.types.color.${parent}`, colors?.[parent], name).map((use) => ({ ...use, name: parent }));
  }
  const ofProperty = entryOf(`css.properties.${prop}`, PROPERTIES?.[prop], name);
  if (ofProperty.length > 0) return ofProperty;
  const use = VALUE_FUNCTIONS.get(name);
  return use ? [use] : [];
}

const DYNAMIC_UNIT = /^[dsl]v(?:[hwbi]|min|max)$/;
function unitUse(unit: string): Use[] {
  const name = DYNAMIC_UNIT.test(unit) ? 'viewport_percentage_units_dynamic' : unit;
  return entryOf('css.types.length', CSS['types']?.['length'], name).map((use) => ({ ...use, name: unit }));
}

/** Whether the node is inside an `@supports` that tests for the feature. */
function isInSupports(node: Node, name: string): boolean {
  for (let around: Container | Document | undefined = node.parent; around; around = around.parent) {
    if (around.type !== 'atrule' || (around as AtRule).name !== 'supports') continue;
    const { params } = around as AtRule;
    if (!/^\s*not\b/.test(params) && new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(params)) return true;
  }
  return node.type === 'atrule' && (node as AtRule).name === 'supports';
}

/**
 * Whether an earlier declaration in the rule gives the property a value in all browsers. Browsers drop declarations
 * they do not know, except those with `var()`, which turn out invalid only when the value is computed. Custom
 * properties accept any value.
 */
function hasFallback(declaration: Declaration): boolean {
  const { prop, value, parent } = declaration;
  if (!parent || prop.startsWith('--') || value.includes('var(')) return false;
  const index = parent.nodes.indexOf(declaration);
  return parent.nodes
    .slice(0, index)
    .some(
      (node) =>
        node.type === 'decl' &&
        node.prop === prop &&
        usesOfDeclaration(node).every(({ lackedBy }) => lackedBy.length === 0),
    );
}
