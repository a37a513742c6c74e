import { interpolate, type TextValues } from './interpolate.ts';

/** Returns an island's text for a key. The value `count` selects the plural form. */
export type IslandT = (key: string, values?: TextValues) => string;

/**
 * Creates the `t` of an island from the texts passed by its page.
 * @param tag BCP 47 tag, for plural forms and numbers
 */
export function createIslandT(texts: Readonly<Record<string, string>>, tag: string): IslandT {
  const plurals = new Intl.PluralRules(tag);
  const numbers = new Intl.NumberFormat(tag);
  return (key, values = {}) => {
    const count = values['count'];
    const plural =
      typeof count === 'number' ? (texts[`${key}_${plurals.select(count)}`] ?? texts[`${key}_other`]) : undefined;
    return interpolate(plural ?? texts[key] ?? key, values, numbers);
  };
}
