import { listOf } from '../data.ts';
import { daysBefore } from '../dates.ts';
import { fractionOf } from '../random.ts';
import type { Entry } from './entry.ts';

/** How much a brand cares for each category: a weight from 1. */
export type Taste = ReadonlyMap<string, number>;

type Order = (one: Entry, other: Entry) => number;

const ORDERS: Readonly<Record<string, Order>> = {
  new: (one, other) => other.publishedAt.localeCompare(one.publishedAt),
  rated: (one, other) => (other.rating ?? 0) - (one.rating ?? 0),
  fresh: (one, other) => other.updatedAt.localeCompare(one.updatedAt),
  long: (one, other) => other.words - one.words,
};
/** Words up to which a book is read in an evening. */
const SHORT = 5_000;

const RECENT = daysBefore(75);

const KEEPS: Readonly<Record<string, (entry: Entry) => boolean>> = {
  finished: ({ status }) => status === 'finished',
  updating: ({ status }) => status === 'updating',
  short: ({ words }) => words <= SHORT,
  recent: ({ publishedAt }) => publishedAt > RECENT,
  rated: ({ rating }) => (rating ?? 0) >= 4,
};

/**
 * Chooses books by a wish such as `Mystery, #cold case, finished, new`: categories and `#tags` widen the choice,
 * other words narrow it or set its order; without one of those the brand's taste decides, a little differently
 * for every `key`.
 */
export function choose(entries: readonly Entry[], wish: string, taste: Taste, key: string): Entry[] {
  const terms = listOf(wish, ',').filter((term) => term !== '');
  const subjects = terms.filter((term) => !(term in KEEPS) && !(term in ORDERS) && term !== 'hot');
  const kept = entries.filter(
    (entry) => isAbout(entry, subjects) && terms.every((term) => KEEPS[term]?.(entry) ?? true),
  );
  const order = terms.map((term) => ORDERS[term]).find((known) => known !== undefined);
  if (!order) return byTaste(kept, taste, key);
  return (subjects.length > 0 ? kept : tasteful(kept, taste)).toSorted(order);
}

function isAbout({ category, tags }: Entry, subjects: readonly string[]): boolean {
  return subjects.length === 0 || subjects.some((subject) => subject === category || tags.includes(subject.slice(1)));
}

/** Without the categories that the brand hardly cares for. */
function tasteful(entries: readonly Entry[], taste: Taste): readonly Entry[] {
  const least = Math.max(...taste.values(), 0) / 4;
  return entries.filter(({ category }) => (taste.get(category) ?? 1) >= least);
}

function byTaste(entries: readonly Entry[], taste: Taste, key: string): Entry[] {
  const scored = entries.map((entry) => {
    const mood = 0.5 + fractionOf(`${key}/${entry.key}`);
    return { entry, score: (taste.get(entry.category) ?? 1) * (entry.hot + 1500) * mood };
  });
  return scored.sort((one, other) => other.score - one.score).map(({ entry }) => entry);
}
