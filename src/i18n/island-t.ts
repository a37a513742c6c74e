/** Text of an island's key; `count` selects the plural form. */
export type IslandT = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/**
 * The browser's `t` over the texts a page handed the island.
 * @param tag BCP 47 tag, for plural forms
 */
export function createIslandT(texts: Readonly<Record<string, string>>, tag: string): IslandT {
  const plurals = new Intl.PluralRules(tag);
  return (key, values = {}) => {
    const count = values['count'];
    const plural =
      typeof count === 'number' ? (texts[`${key}_${plurals.select(count)}`] ?? texts[`${key}_other`]) : undefined;
    const text = plural ?? texts[key] ?? key;
    return text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));
  };
}
