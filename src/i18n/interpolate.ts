import { directionOfLetters, isolate } from '#src/lib/book-text.ts';

export type TextValues = Readonly<Record<string, string | number>>;

/**
 * Replaces the placeholders `{{name}}` in a text with values. A placeholder without a value is not replaced. Numbers
 * are formatted with `numbers`; pass numbers that are not amounts, such as years, as strings. Values of the other
 * direction, such as Hebrew titles in an English text, are isolated, so that they do not reorder the punctuation around
 * them.
 */
export const interpolate = (text: string, values: TextValues, numbers: Intl.NumberFormat): string =>
  // Most texts have no placeholder.
  text.includes('{{')
    ? text.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
        const value = values[name] ?? placeholder;
        if (typeof value === 'number') return numbers.format(value);
        return placeholder === text ? value : isolate(value, directionOfLetters(text));
      })
    : text;
