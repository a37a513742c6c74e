import { bookText, splitPhrase } from '#src/lib/book-text.ts';

interface BookPhraseProps {
  /** The site's text. Contains `value`, or `SLOT` in the place of `value`. */
  readonly text: string;
  readonly value: string;
  /** BCP 47 tag of `value`; undefined if unknown. */
  readonly language: string | undefined;
  /** BCP 47 tag of the page. */
  readonly tag: string;
}

/**
 * A text of the site that contains a text of a book, such as a title. Marks the book's text with its language and
 * direction.
 */
export function BookPhrase({ text, value, language, tag }: BookPhraseProps) {
  const around = splitPhrase(text, value);
  if (!around) return text;
  return (
    <>
      {around[0]}
      <bdi {...bookText(value, language, tag)}>{value}</bdi>
      {around[1]}
    </>
  );
}
