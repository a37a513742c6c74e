import type { Suggestion } from '#src/contract/calls/suggestion.ts';
import type { Paths } from '#src/routes/paths.ts';

/** One option in the list below the search field. */
export interface Option {
  readonly key: string;
  readonly kind: Suggestion['kind'] | 'recent' | 'popular';
  readonly text: string;
  /** BCP 47 tag of the book; undefined if unknown. */
  readonly language?: string | undefined;
  /** The search that is added to the recent searches when the option is chosen. */
  readonly word: string;
  readonly href: string;
}

/** The options under one heading. */
export interface OptionGroup {
  readonly kind: Option['kind'];
  readonly options: readonly Option[];
}

/** Groups options by kind. The group of the first option comes first. */
export function groupsOf(options: readonly Option[]): OptionGroup[] {
  const kinds = [...new Set(options.map(({ kind }) => kind))];
  return kinds.map((kind) => ({ kind, options: options.filter((option) => option.kind === kind) }));
}

export const wordOption = (kind: 'recent' | 'popular', word: string, paths: Paths): Option => ({
  key: `${kind}-${word}`,
  kind,
  text: word,
  word,
  href: paths.searchResult(word),
});

export function optionOf(suggestion: Suggestion, paths: Paths): Option {
  if (suggestion.kind === 'book') {
    const { book } = suggestion;
    const { title, language } = book;
    return { key: `book-${book.id}`, kind: 'book', text: title, language, word: title, href: paths.novel(book) };
  }
  const { kind, id, name } = suggestion;
  return { key: `${kind}-${id}`, kind, text: name, word: name, href: HREF[kind](paths, { id, name }) };
}

const HREF = {
  author: (paths: Paths, named: { id: number; name: string }) => paths.author(named),
  tag: (paths: Paths, named: { id: number; name: string }) => paths.tag(named),
  keyword: (paths: Paths, named: { id: number; name: string }) => paths.keyword(named),
};
