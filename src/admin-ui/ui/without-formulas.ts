/**
 * Where a spreadsheet may see the beginning of a formula: at the beginning of a cell, and behind what some of them take for
 * the end of one. Spaces, quotes and invisible signs may stand before it; full-width signs count, too.
 */
const FORMULA = /(^|[;\t\r\n])([\s"\p{Cf}\p{Cc}]*)('*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;
/** A tab or carriage return at the very beginning moves what follows into a cell of its own. */
const LEADING_CONTROL = /^(?='*[\t\r])/;

/** The text with an apostrophe before each such place, which spreadsheets show as text. */
export const withoutFormula = (text: string): string =>
  text.replaceAll(FORMULA, "$1$2$3'").replace(LEADING_CONTROL, "'");

/** What `withoutFormula` was given. */
export const originalText = (text: string): string =>
  text
    .replace(/^'(?='*[\t\r])/, '')
    .replaceAll(/(^|[;\t\r\n])([\s"\p{Cf}\p{Cc}]*)('*)'(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu, '$1$2$3');

/** The same value with every text in it, and every name of a field, made safe. */
export function withoutFormulas<T>(value: T): T {
  if (typeof value === 'string') return withoutFormula(value) as T;
  if (Array.isArray(value)) return value.map(withoutFormulas) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [withoutFormula(name), withoutFormulas(member)]),
  ) as T;
}
