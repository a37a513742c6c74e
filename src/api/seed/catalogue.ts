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
  /** Books of the English section; every other section has its own two dozen besides. */
  readonly books: number;
  readonly seed: string;
}

/** One section of the demo catalogue. Take its books first: what is chosen from them is known when they have passed. */
export interface SectionPlan {
  readonly section: number;
  readonly vocabulary: Vocabulary;
  books(): Iterable<SeedBook>;
  editorial(): { readonly lists: readonly Editorial[]; readonly helpEvents: readonly NewHelpEvent[] };
}

/** Rankings and shelves choose among so many books, so that memory stays bounded. */
const WINDOW = 3_000;

/** The whole demo catalogue: equal options give equal bytes. */
export function planCatalogue(options: CatalogueOptions): SectionPlan[] {
  return [englishSection(options), ...LANGUAGES.map(languageSection)];
}

function englishSection({ books, seed }: CatalogueOptions): SectionPlan {
  const entries: BookSummary[] = [];
  return {
    section: ENGLISH_SECTION,
    vocabulary: ENGLISH_VOCABULARY,
    books: () => remembering(englishShelf(books, seed), entries),
    editorial: () => ({ lists: brandEditorial(entries), helpEvents: helpEvents(ENGLISH_SECTION, entries) }),
  };
}

/** The English books, each with the brands that have it. */
function* englishShelf(books: number, seed: string): Generator<SeedBook> {
  const profiles = brandProfiles();
  for (const { book, art } of englishTexts(books, seed))
    yield { book: { ...book, brands: brandsOf(profiles, book) }, art };
}

/** The original novels, then as many generated books as are still wanted. */
function* englishTexts(books: number, seed: string): Generator<SeedBook> {
  const novels = novelBooks().slice(0, books);
  yield* novels;
  const taken = novels.map(({ book }) => book.title);
  const knownAuthors = new Set(novels.map(({ book }) => book.author.name)).size;
  yield* englishBooks({ seed, count: books - novels.length, total: books, taken, knownAuthors });
}

function languageSection(language: Language): SectionPlan {
  const entries: BookSummary[] = [];
  const { section, vocabulary, labels } = language;
  return {
    section,
    vocabulary,
    books: () => remembering(languageBooks(language), entries),
    editorial: () => ({
      lists: [languageEditorial(language, entries)],
      helpEvents: helpEvents(section, entries, labels.get('inviter')),
    }),
  };
}

function* remembering(books: Iterable<SeedBook>, entries: BookSummary[]): Generator<SeedBook> {
  entries.length = 0;
  for (const made of books) {
    if (entries.length < WINDOW) entries.push(summaryOf(made.book));
    yield made;
  }
}
