export type TextValues = Readonly<Record<string, string | number>>;

/**
 * Replaces the placeholders `{{name}}` in a text with values. A placeholder without a value is kept. Numbers are formatted
 * for the language; pass numbers that are not amounts, such as years, as strings.
 */
export const interpolate = (text: string, values: TextValues, numbers: Intl.NumberFormat): string =>
  // Most texts have no placeholder.
  text.includes('{{')
    ? text.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
        const value = values[name] ?? placeholder;
        return typeof value === 'number' ? numbers.format(value) : value;
      })
    : text;
