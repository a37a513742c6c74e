import { LOCALE_CODES, LOCALES, type LocaleCode } from '#src/contract/locales.ts';
import type { NewBook, NewChapter } from '../store/records.ts';
import { finishBook, type SeedBook } from './book.ts';
import { chapterOf } from './chapter.ts';
import { blocksOf, entryOf, listOf, readData, tableOf } from './data.ts';
import { daysBefore } from './dates.ts';
import { createDeck, createRandom, type Random } from './random.ts';
import { capitalised, fill, type Slots } from './template.ts';
import { placeByTags, readVocabulary, type Vocabulary } from './vocabulary.ts';

/** A language other than English, with a small handwritten catalogue in `data/<folder>`. */
export interface Language {
  readonly code: LocaleCode;
  readonly folder: string;
  readonly section: number;
  readonly vocabulary: Vocabulary;
  /** Names of rankings, shelves and so on. */
  readonly labels: ReadonlyMap<string, string>;
}

export const LANGUAGES: readonly Language[] = LOCALE_CODES.filter((code) => code !== 'en').map((code) => {
  const { section, tag } = LOCALES[code];
  const folder = tag.slice(0, 2);
  const labels = tableOf(
    readData(`${folder}/labels.txt`)
      .split('\n')
      .filter((line) => line !== ''),
  );
  return { code, folder, section, vocabulary: readVocabulary(`${folder}/tags.txt`), labels };
});

const SCENES = ['opening', 'action', 'talk', 'thought', 'action', 'talk', 'closing'];

/** Returns the books of a language, which are handwritten except for the chapters. */
export function languageBooks(language: Language): SeedBook[] {
  const prose = new Map(
    blocksOf(readData(`${language.folder}/prose.txt`), '##').map(({ head, lines }) => [head, lines]),
  );
  const books = blocksOf(readData(`${language.folder}/books.txt`), '=');
  return books.map(({ head, lines }, index) =>
    makeBook(language, { head, introduction: lines.join(' '), index }, prose),
  );
}

interface Outline {
  readonly head: string;
  readonly introduction: string;
  readonly index: number;
}
type Prose = ReadonlyMap<string, readonly string[]>;

function makeBook(language: Language, { head, introduction, index }: Outline, prose: Prose): SeedBook {
  const [title = '', author = '', category = '', part = '', tags = '', ...cast] = listOf(head, '|');
  const id = `${language.code}:${index}`;
  const random = createRandom(id);
  const status: NewBook['status'] = index % 5 === 3 ? 'updating' : 'finished';
  const chapters = writeChapters(prose, slotsOf(cast), status, random);
  const draft = {
    id,
    section: language.section,
    language: LOCALES[language.code].tag,
    title,
    introduction,
    category,
    chapters,
    subCategory: part,
    author: { name: author, introduction: '' },
    status,
    ...placeByTags(listOf(tags, ','), language.vocabulary, random),
    rating: Math.round((4 + random.next() * 0.9) * 10) / 10,
    hot: 3000 + random.below(6000),
    publishedAt: chapters[0]?.updatedAt ?? daysBefore(0),
    updatedAt: chapters.at(-1)?.updatedAt ?? daysBefore(0),
  };
  return finishBook(draft, { tone: random.below(36) });
}

function slotsOf([hero = '', other = '', place = '', thing = '']: readonly string[]): Slots {
  return { hero, other, place, thing, Thing: capitalised(thing) };
}

function writeChapters(prose: Prose, slots: Slots, status: 'finished' | 'updating', random: Random): NewChapter[] {
  const decks = new Map([...prose].map(([kind, pieces]) => [kind, createDeck(pieces, random)]));
  const piece = (kind: string) => fill(entryOf(decks, kind)(), random, slots);
  const count = 8 + random.below(5);
  const lastDay = status === 'updating' ? random.next() * 14 : 20 + random.next() * 300;
  return Array.from({ length: count }, (_, index) => {
    const ends = status === 'finished' && index === count - 1;
    const scenes = ends ? [...SCENES.slice(0, -1), 'end'] : SCENES;
    const paragraphs = scenes.flatMap((kind) => piece(kind).split(' // '));
    return chapterOf(piece('chapter'), paragraphs, daysBefore(lastDay + (count - 1 - index) * 3));
  });
}
