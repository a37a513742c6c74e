export type TextValues = Readonly<Record<string, string | number>>;

/**
 * Replaces the placeholders `{{name}}` of a text by the values. A placeholder without a value stays. Numbers are formatted
 * for the language; pass what is not an amount, such as a year, as text.
 */
export const interpolate = (text: string, values: TextValues, numbers: Intl.NumberFormat): string =>
  // Most texts have no placeholder.
  text.includes('{{')
    ? text.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
        const value = values[name] ?? placeholder;
        return typeof value === 'number' ? numbers.format(value) : value;
      })
    : text;
