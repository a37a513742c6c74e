import type { Area, Texts } from '#src/i18n/keys.ts';

/** The key without its plural form: `coins_other` → `coins`. */
export const withoutPlural = (key: string): string => key.replace(/_(?:zero|one|two|few|many|other)$/, '');

/** The texts for `keys`, with all plural forms of the language. */
export function islandTexts<A extends Area>(texts: Texts<A>, keys: readonly string[]): Record<string, string> {
  const keySet = new Set(keys);
  return Object.fromEntries(Object.entries<string>(texts).filter(([key]) => keySet.has(withoutPlural(key))));
}
