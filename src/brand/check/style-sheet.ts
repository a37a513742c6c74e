import { parse as parseSelector } from 'css-what';
import atRules from 'mdn-data/css/at-rules.json' with { type: 'json' };
import properties from 'mdn-data/css/properties.json' with { type: 'json' };
import {
  type AtRule,
  type Container,
  CssSyntaxError,
  type Declaration,
  type Document,
  parse,
  type Rule,
} from 'postcss';
import { messageOf } from '#src/lib/errors.ts';
import type { Finding } from './problem.ts';

/** Non-standard properties that are accepted, because style sheets need them. */
const BROWSERS_OWN = new Set(['-webkit-box-orient', '-webkit-font-smoothing', '-moz-osx-font-smoothing']);

/** At-rules that are only valid at the start of a style sheet. The brand's style sheet is appended to another one. */
const HEAD_ONLY = new Set(['import', 'charset', 'namespace']);

const ANCHOR = 'Compare it with docs/develop/design.md and MDN';

/** Checks the brand's `layout.css`. Reports everything that browsers would silently ignore, with its line. */
export function checkStyleSheet(css: string): Finding[] {
  const findings: Finding[] = [];
  try {
    const sheet = parse(css);
    sheet.walkAtRules((rule) => void findings.push(...wrongAtRule(rule)));
    sheet.walkRules((rule) => void findings.push(...wrongRule(rule)));
    sheet.walkDecls((declaration) => void findings.push(...wrongDeclaration(declaration)));
  } catch (error) {
    if (!(error instanceof CssSyntaxError)) throw error;
    return [{ line: error.line, message: `is not CSS: ${error.reason}. Fix the rule at column ${error.column}.` }];
  }
  return findings.sort((first, other) => (first.line ?? 0) - (other.line ?? 0));
}

const lineOf = (node: AtRule | Rule | Declaration) => node.source?.start?.line;

function wrongAtRule(rule: AtRule): Finding[] {
  const name = rule.name.toLowerCase();
  const line = lineOf(rule);
  if (HEAD_ONLY.has(name))
    return [{ line, message: `@${name} has no effect here. Remove it, and write the rules into this file.` }];
  if (Object.hasOwn(atRules, `@${bare(name)}`)) return [];
  return [{ line, message: `@${rule.name} is not a rule that browsers know. Correct its name. ${ANCHOR}.` }];
}

function wrongRule(rule: Rule): Finding[] {
  const line = lineOf(rule);
  if (isWithin(rule, 'keyframes')) {
    const wrong = rule.selectors.find((selector) => !/^(from|to|\d+(\.\d+)?%)$/i.test(selector));
    return wrong === undefined
      ? []
      : [{ line, message: `"${wrong}" is not a keyframe. Write from, to or a percentage.` }];
  }
  try {
    // Replaces `&`, which refers to the selector of the enclosing rule. That selector is checked separately.
    parseSelector(rule.selector.replaceAll('&', '*|*:is(*)').replace(/^\s*[>+~]/, '* $&'));
    return [];
  } catch (error) {
    return [{ line, message: `the selector "${rule.selector}" is invalid: ${messageOf(error)}. Fix it.` }];
  }
}

function wrongDeclaration(declaration: Declaration): Finding[] {
  const { prop, value } = declaration;
  const line = lineOf(declaration);
  const outside = /url\(\s*["']?(?!\s*["']?(?:data:|#))([^)"']*)/i.exec(value)?.[1];
  if (outside !== undefined)
    return [{ line, message: `${prop} loads "${outside.slice(0, 60)}". Write the picture as url("data:…") instead.` }];
  if (prop.startsWith('--')) return [];
  if (value.trim() === '') return [{ line, message: `${prop} has no value. Give it one, or remove it.` }];
  if (isKnown(declaration)) return [];
  return [
    { line, message: `${prop} is not a property that browsers know. Correct its name, or remove it. ${ANCHOR}.` },
  ];
}

function isKnown({ prop, parent }: Declaration): boolean {
  const name = prop.toLowerCase();
  if (parent?.type === 'atrule') {
    const around = `@${bare((parent as AtRule).name.toLowerCase())}`;
    const atRule: { descriptors?: object } | undefined = (atRules as Record<string, object>)[around];
    if (atRule?.descriptors && Object.hasOwn(atRule.descriptors, name)) return true;
  }
  return [name, bare(name)].some((candidate) => Object.hasOwn(properties, candidate)) || BROWSERS_OWN.has(name);
}

/** The name without its vendor prefix. */
const bare = (name: string) => name.replace(/^-(webkit|moz|ms|o)-/, '');

function isWithin(rule: Rule, name: string): boolean {
  let around: Container | Document | undefined = rule.parent;
  while (around?.type === 'atrule') {
    if (bare((around as AtRule).name.toLowerCase()) === name) return true;
    around = around.parent;
  }
  return false;
}
