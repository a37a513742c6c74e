import { LecternError } from '#src/lib/errors.ts';
import type { Json } from './schemas.ts';

/** Descriptions of the regular expressions in schemas. */
const PATTERNS: Readonly<Record<string, string>> = {
  '^(https:\\/\\/[^\\s"\'<>\\\\]+|\\/(?!\\/)[^\\s"\'<>\\\\]*)$': '`https` address, or path that begins with `/`',
  '^[a-z][a-z0-9-]{1,30}$': '2 to 31 lower-case letters, digits and hyphens',
  '^[\\dA-Za-z-]{8,64}$': '8 to 64 letters, digits and hyphens',
  '^[\\dA-Za-z-]{4,64}$': '4 to 64 letters, digits and hyphens',
  '^[\\dA-Za-z-]{4,64}:[1-9]\\d{0,15}$': 'list, colon, number of the book',
  '^[1-9]\\d{0,15}$': 'number as text',
  '^[\\da-f]{8}$': '8 hexadecimal digits',
  '^[a-z0-9-]{1,60}$': '1 to 60 lower-case letters, digits and hyphens',
  '^[A-Za-z0-9_-]{16,64}$': '16 to 64 letters, digits, `_` and `-`',
  '^[\\w-]{16,200}$': '16 to 200 letters, digits, `_` and `-`',
  '^[\\w-]{8,64}$': '8 to 64 letters, digits, `_` and `-`',
  '^[1-9]\\d{0,15}(,[1-9]\\d{0,15}){0,49}$': '1 to 50 ids, separated by commas',
  '^[A-Z0]$': '`A` to `Z`, or `0`',
  '^[\\w-]+$': 'letters, digits, `_` and `-`',
  '^https?:\\/\\/[!-~]+$': 'web address in ASCII',
  '^(\\/[a-z-]+){1,2}$': 'path of one or two parts',
  '^[A-Za-z0-9-]{8,64}$': '8 to 64 letters, digits and hyphens',
  '^[A-Za-z0-9-]{4,40}$': '4 to 40 letters, digits and hyphens',
  '^\\/[^?#\\s]*$': 'path without query',
  '^[A-Za-z0-9+/]*={0,2}$': 'Base64',
};

/** Thrown if a regular expression of a schema has no description. */
class UndescribedPatternError extends LecternError {
  constructor(pattern: string) {
    super('CONTRACT_DOCS', `The pattern ${pattern} has no description. Add it to scripts/contract-docs/limits.ts.`);
  }
}

/** Describes the allowed values of a schema in a few words, with their unit; empty if any value is allowed. */
export function limitsOf(schema: Json): string {
  const unit = schema['x-unit'];
  return [rangeOf(schema), lengthOf(schema), entriesOf(schema), patternOf(schema), unit].filter(Boolean).join('; ');
}

const format = (number: unknown) => Number(number).toLocaleString('en');

function rangeOf(schema: Json): string {
  const [min, max] = [schema['minimum'], schema['maximum']];
  const hasMax = typeof max === 'number' && max < Number.MAX_SAFE_INTEGER;
  if (min === undefined && !hasMax) return '';
  return hasMax ? `${format(min ?? 0)} to ${format(max)}` : `${format(min)} or more`;
}

function lengthOf(schema: Json): string {
  const [min, max] = [schema['minLength'], schema['maxLength']];
  if (max === undefined) return min === undefined ? '' : `at least ${format(min)} characters`;
  if (min === max) return `${format(max)} characters`;
  return min === undefined ? `up to ${format(max)} characters` : `${format(min)} to ${format(max)} characters`;
}

function entriesOf(schema: Json): string {
  const [min, max] = [schema['minItems'], schema['maxItems']];
  const item = (schema['items'] ?? {}) as Json;
  const number = max === undefined ? min && `${min} or more entries` : `${min ?? 0} to ${format(max)} entries`;
  const each = schema['items'] === undefined || '$ref' in item ? '' : limitsOf(item);
  return [number, each && `each: ${each}`].filter(Boolean).join('; ');
}

function patternOf(schema: Json): string {
  const pattern = schema['pattern'];
  if (typeof pattern !== 'string') return '';
  const text = PATTERNS[pattern];
  if (text === undefined) throw new UndescribedPatternError(pattern);
  return text;
}
