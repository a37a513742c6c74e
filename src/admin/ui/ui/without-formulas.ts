/**
 * Matches where a spreadsheet may detect a formula: at the start of a cell, and after characters that some programs
 * treat as the end of a cell. Spaces, quotes and invisible characters may precede it. Full-width signs count too.
 */
const FORMULA = /(^|[;\t\r\n])([\s"\p{Cf}\p{Cc}]*)('*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;
/**
 * Matches a leading tab or carriage return, which without an apostrophe would move the text after it into another cell.
 */
const LEADING_CONTROL = /^(?='*[\t\r])/;

/** Inserts an apostrophe before each formula, so that spreadsheets show it as text. */
export const withoutFormula = (text: string): string =>
  text.replaceAll(FORMULA, "$1$2$3'").replace(LEADING_CONTROL, "'");

/** Reverses `withoutFormula`. */
export const originalText = (text: string): string =>
  text
    .replace(/^'(?='*[\t\r])/, '')
    .replaceAll(/(^|[;\t\r\n])([\s"\p{Cf}\p{Cc}]*)('*)'(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu, '$1$2$3');

/** Applies `withoutFormula` to every string in a value, field names included. */
export function withoutFormulas<T>(value: T): T {
  if (typeof value === 'string') return withoutFormula(value) as T;
  if (Array.isArray(value)) return value.map(withoutFormulas) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [withoutFormula(name), withoutFormulas(member)]),
  ) as T;
}
