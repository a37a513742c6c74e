import { type CoverSpec, finishBook, type SeedBook } from '../book.ts';
import { entryOf } from '../data.ts';
import { createDeck, createRandom, type Random } from '../random.ts';
import { placeByTags, readVocabulary, type Vocabulary } from '../vocabulary.ts';
import { type Author, authorCount, makeAuthors } from './authors.ts';
import { CATEGORIES, type Category } from './premises.ts';
import { createProse } from './prose.ts';
import { planSchedule } from './schedule.ts';
import { createStory, introductionOf, type Story } from './story.ts';
import { moodsOf } from './tags.ts';
import { createTitlePicker, type TitlePicker } from './titles.ts';
import { writeChapters } from './write-chapters.ts';

export const ENGLISH_SECTION = 7;
export const ENGLISH_VOCABULARY: Vocabulary = readVocabulary('english/tags.txt');

export interface EnglishPlan {
  readonly seed: string;
  /** Number of books to create. */
  readonly count: number;
  /** Number of books in the section. The more books, the shorter each one. */
  readonly total: number;
  /** Titles already in use. */
  readonly takenTitles: readonly string[];
  /** Number of authors who already have a book. */
  readonly knownAuthors: number;
}

/**
 * Maximum size of a catalogue whose books all have their own covers. In a larger one, only the first `OWN_COVERS` do.
 */
const MAX_COVERS = 5_000;
const OWN_COVERS = 500;
/** Number of shared covers per category. */
const SHARED_COVERS = 45;
/**
 * One in this many books has a title that starts with the next letter of the alphabet, so that a few hundred books
 * cover all letters.
 */
const LETTER_INTERVAL = 6;
const TONES = 36;

/** Rotation of categories; popular ones appear more often. */
const CATEGORY_ROTATION: readonly Category[] = [
  ...(['Romance', 'Fantasy', 'Mystery', 'Comedy', 'Romance', 'Science Fiction', 'Historical', 'Fantasy'] as const),
  ...(['Thriller', 'Adventure', 'Romance', 'Mystery', 'Fantasy', 'Science Fiction', 'Thriller', 'Comedy'] as const),
];

interface Context {
  readonly plan: EnglishPlan;
  readonly titles: TitlePicker;
  readonly author: (category: Category) => Author;
}

/** Generates the books of the English section, one at a time. */
export function* englishBooks(plan: EnglishPlan): Generator<SeedBook> {
  const random = createRandom(`${plan.seed}/english`);
  const authors = makeAuthors(authorCount(plan.total) - plan.knownAuthors, plan.seed);
  const context: Context = {
    plan,
    titles: createTitlePicker(random, plan.takenTitles),
    author: dealBy((category) => authors.get(category) ?? [], random),
  };
  const category = createDeck(CATEGORY_ROTATION, random);
  for (let index = 0; index < plan.count; index += 1) yield writeBook(context, index, category);
}

function dealBy<T>(listOf: (category: Category) => readonly T[], random: Random): (category: Category) => T {
  const decks = new Map(CATEGORIES.map((category) => [category, createDeck(listOf(category), random)]));
  return (category) => entryOf(decks, category)();
}

function writeBook(context: Context, index: number, nextCategory: () => Category): SeedBook {
  const id = `${context.plan.seed}:${index}`;
  const random = createRandom(id);
  const assignment = index % LETTER_INTERVAL === LETTER_INTERVAL - 1 ? context.titles.ofNextLetter() : undefined;
  const { premise, pattern } = assignment ?? context.titles.ofCategory(nextCategory());
  const story = createStory(premise, random);
  const title = context.titles.titleOf(story, pattern, random);
  return finishBook(
    { id, title, ...factsOf(context, story, index, random) },
    coverSpecOf(context.plan, premise.category, index, random),
  );
}

function coverSpecOf({ total }: EnglishPlan, category: Category, index: number, random: Random): CoverSpec {
  if (total <= MAX_COVERS || index < OWN_COVERS) return { tone: random.below(TONES) };
  const number = index % SHARED_COVERS;
  return { tone: (number * 5) % TONES, shared: `shared/${category}/${number}` };
}

function factsOf({ plan, author }: Context, story: Story, index: number, random: Random) {
  const { category, subCategory, tags } = story.premise;
  const schedule = planSchedule({ index, total: plan.total, random });
  return {
    section: ENGLISH_SECTION,
    language: 'en',
    category,
    subCategory,
    status: schedule.status,
    author: author(category),
    introduction: introductionOf(story, random),
    ...placeByTags([...tags, ...moodsOf(category, tags, random)], ENGLISH_VOCABULARY, random),
    rating: ratingOf(random),
    hot: Math.floor(random.next() ** 2.2 * 9000),
    publishedAt: schedule.publishedAt,
    updatedAt: schedule.updatedAt,
    chapters: writeChapters(createProse(story, random), schedule, random),
  };
}

/** Returns a random rating: mostly good, sometimes bad, sometimes none. */
function ratingOf(random: Random): number | null {
  if (random.chance(0.05)) return null;
  return Math.round((4.9 - random.next() ** 1.6 * 1.9) * 10) / 10;
}
