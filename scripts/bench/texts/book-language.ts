/**
 * How generated books in a language are written. Number words are spelled out here, not computed, so that they test the
 * import.
 */
export interface BookLanguage {
  readonly title: string;
  readonly author: string;
  /** Lines above the text that name title and author. */
  readonly byline: string;
  readonly titles: readonly string[];
  /** Formats of headings: `#` stands for the number, `@` for the title, `$` for a number word. */
  readonly forms: readonly string[];
  readonly words: readonly string[];
  /** The format of imported chapter titles, such as "Chapter #"; "" if headings stay as written. */
  readonly label: string;
  readonly prologue: string;
  readonly epilogue: string;
  readonly sideStory: string;
  readonly part: string;
  readonly contents: string;
  /** Lines that look like headings but are part of the text. */
  readonly lookalikes: readonly string[];
}

export const list = (text: string) => text.split('|');
