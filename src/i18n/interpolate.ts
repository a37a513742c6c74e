export type TextValues = Readonly<Record<string, string | number>>;

/**
 * Puts values into the places of a text that have their names; a place without a value stays. Numbers are set as the
 * language sets them: what is no amount, such as a year, is given as text.
 */
export const interpolate = (text: string, values: TextValues, numbers: Intl.NumberFormat): string =>
  // Most texts have no place.
  text.includes('{{')
    ? text.replaceAll(/\{\{(\w+)\}\}/g, (place, name: string) => {
        const value = values[name] ?? place;
        return typeof value === 'number' ? numbers.format(value) : value;
      })
    : text;
