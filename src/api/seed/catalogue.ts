import type { NewHelpEvent } from '../store/records.ts';
import type { SeedBook } from './book.ts';
import { type BookSummary, summaryOf } from './editorial/book-summary.ts';
import { brandEditorial, type Editorial } from './editorial/brands.ts';
import { helpEvents } from './editorial/help-events.ts';
import { languageEditorial } from './editorial/languages.ts';
import { brandProfiles, brandsOf } from './editorial/offers.ts';
import { ENGLISH_SECTION, ENGLISH_VOCABULARY, englishBooks } from './english/books.ts';
import { LANGUAGES, type Language, languageBooks } from './languages.ts';
import { novelBooks } from './novels.ts';
import type { Vocabulary } from './vocabulary.ts';

export interface CatalogueOptions {
  /** Number of English books. Every other section has two dozen. */
  readonly books: number;
  readonly seed: string;
}

/** A section of the demo catalogue. Iterate over `books` first: `editorial` chooses from the books it has yielded. */
export interface SectionPlan {
  readonly section: number;
  readonly vocabulary: Vocabulary;
  books(): Iterable<SeedBook>;
  editorial(): { readonly lists: readonly Editorial[]; readonly helpEvents: readonly NewHelpEvent[] };
}

/**
 * Default number of English books. Up to this number, no two books have the same outline, so that visitors see no
 * repetition.
 */
export const DEFAULT_BOOKS = 200;

/** Maximum number of books from which rankings and shelves choose, to limit memory. */
const MAX_LISTED_BOOKS = 3_000;

/** Plans the demo catalogue. The same options always result in the same bytes. */
export function planCatalogue(options: CatalogueOptions): SectionPlan[] {
  return [englishSection(options), ...LANGUAGES.map(languageSection)];
}

function englishSection({ books, seed }: CatalogueOptions): SectionPlan {
  const entries: BookSummary[] = [];
  return {
    section: ENGLISH_SECTION,
    vocabulary: ENGLISH_VOCABULARY,
    books: () => withSummaries(englishShelf(books, seed), entries),
    editorial: () => ({ lists: brandEditorial(entries), helpEvents: helpEvents(ENGLISH_SECTION, entries) }),
  };
}

/** Returns the English books, each with the brands that offer it. */
function* englishShelf(books: number, seed: string): Generator<SeedBook> {
  const profiles = brandProfiles();
  for (const { book, art } of englishTexts(books, seed))
    yield { book: { ...book, brands: brandsOf(profiles, book) }, art };
}

/** Returns the original novels, then generated books, up to the requested number. */
function* englishTexts(books: number, seed: string): Generator<SeedBook> {
  const novels = novelBooks().slice(0, books);
  yield* novels;
  const takenTitles = novels.map(({ book }) => book.title);
  const knownAuthors = new Set(novels.map(({ book }) => book.author.name)).size;
  yield* englishBooks({ seed, count: books - novels.length, total: books, takenTitles, knownAuthors });
}

function languageSection(language: Language): SectionPlan {
  const entries: BookSummary[] = [];
  const { section, vocabulary, labels } = language;
  return {
    section,
    vocabulary,
    books: () => withSummaries(languageBooks(language), entries),
    editorial: () => ({
      lists: [languageEditorial(language, entries)],
      helpEvents: helpEvents(section, entries, labels.get('inviter')),
    }),
  };
}

function* withSummaries(books: Iterable<SeedBook>, entries: BookSummary[]): Generator<SeedBook> {
  entries.length = 0;
  for (const seedBook of books) {
    if (entries.length < MAX_LISTED_BOOKS) entries.push(summaryOf(seedBook.book));
    yield seedBook;
  }
}
