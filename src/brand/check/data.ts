import * as v from 'valibot';
import { messageOf } from '#src/lib/errors.ts';
import { type Finding, lineAt } from './problem.ts';

/** Describes a schema issue: its field, the problem, how to fix it, and the field's line if its name is in the file. */
export function fieldProblem(issue: v.BaseIssue<unknown>, source: string): Finding {
  const field = v.getDotPath(issue) ?? '(the whole)';
  return { line: lineOfField(field, source), message: `${field}: ${whatIsWrong(issue)}` };
}

function whatIsWrong(issue: v.BaseIssue<unknown>): string {
  const { type, message, expected, received } = issue;
  if (type === 'strict_object' && expected === 'never')
    return 'is not a field. Remove it, or correct its name: docs/use/brands.md lists the fields.';
  if (received === 'undefined') return `is missing. Add it: docs/use/brands.md describes it.`;
  if (!message.startsWith('Invalid')) return `${message}. It is ${receivedText(issue)}.`;
  if (/length$/.test(type)) return `has ${received} characters or entries. Make it ${expected}.`;
  return typeProblem(issue);
}

/** Says which type a field must have, and which it has. */
export const typeProblem = (issue: v.BaseIssue<unknown>): string =>
  `must be ${typeNameOf(issue.expected)}. It is ${receivedText(issue)}.`;

/** Valibot's names of types, such as `Object`, and what a reader of `brand.ts` calls them. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  Object: 'an object',
  Array: 'a list',
  Function: 'a function',
  Date: 'a date',
  RegExp: 'a regular expression',
  Map: 'a map',
  Set: 'a set',
  Symbol: 'a symbol',
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
};

/** Replaces names of types in valibot's notation, such as `(Object | null)`. */
const typeNameOf = (expected: string | null): string =>
  String(expected).replaceAll(/(?<!["\w])[A-Za-z]+(?![\w"])/g, (word) => TYPE_NAMES[word] ?? word);

/** The value of a field: texts in quotes, numbers as they are, other values by their type. */
const receivedText = ({ received }: v.BaseIssue<unknown>): string => TYPE_NAMES[received] ?? received;

/**
 * Finds the line of a field. Searches for the parts of its dotted path from the outermost inwards, and returns the line
 * of the last part found.
 */
function lineOfField(path: string, source: string): number | undefined {
  let at: number | undefined;
  for (const part of path.split('.')) {
    const remainder = source.slice(at ?? 0);
    const match = new RegExp(`(^|[\\s{,'"])${part.replace(/\W/g, '\\$&')}['"]?\\s*[:,(]`, 'm').exec(remainder);
    if (match) at = (at ?? 0) + match.index + (match[1]?.length ?? 0);
  }
  return at === undefined ? undefined : lineAt(source, at);
}

/** Describes the error of a `brand.ts` that does not run. */
export function scriptProblem(error: unknown): Finding {
  const line = error instanceof Error ? /brand\.ts:(\d+)/.exec(String(error.stack))?.[1] : undefined;
  const message = `cannot be loaded: ${reasonOf(error)}. Compare it with another brand's brand.ts.`;
  return { line: line === undefined ? undefined : Number(line), message };
}

/** A script may throw a value that cannot be converted to a string, such as an object without a prototype. */
function reasonOf(error: unknown): string {
  try {
    return `${messageOf(error).split('\n')[0]}`;
  } catch {
    return 'it threw something that is not an error';
  }
}
