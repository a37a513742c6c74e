import { listOf } from '../data.ts';
import { daysBefore } from '../dates.ts';
import { fractionOf } from '../random.ts';
import type { BookSummary } from './book-summary.ts';

/** How much a brand cares for each category: a weight from 1. */
export type CategoryWeights = ReadonlyMap<string, number>;

type Order = (one: BookSummary, other: BookSummary) => number;

const ORDERS: Readonly<Record<string, Order>> = {
  new: (one, other) => other.publishedAt.localeCompare(one.publishedAt),
  rated: (one, other) => (other.rating ?? 0) - (one.rating ?? 0),
  fresh: (one, other) => other.updatedAt.localeCompare(one.updatedAt),
  long: (one, other) => other.words - one.words,
};
/** Words up to which a book is read in an evening. */
const SHORT = 5_000;

const RECENT = daysBefore(75);

const FILTERS: Readonly<Record<string, (entry: BookSummary) => boolean>> = {
  finished: ({ status }) => status === 'finished',
  updating: ({ status }) => status === 'updating',
  short: ({ words }) => words <= SHORT,
  recent: ({ publishedAt }) => publishedAt > RECENT,
  rated: ({ rating }) => (rating ?? 0) >= 4,
};

/**
 * Chooses books by a query such as `Mystery, #cold case, finished, new`: categories and `#tags` widen the choice,
 * other words narrow it or set its order; without one of those the brand's weights decide, a little differently
 * for every `key`.
 */
export function choose(
  entries: readonly BookSummary[],
  query: string,
  weights: CategoryWeights,
  key: string,
): BookSummary[] {
  const terms = listOf(query, ',').filter((term) => term !== '');
  const subjects = terms.filter((term) => !(term in FILTERS) && !(term in ORDERS) && term !== 'hot');
  const kept = entries.filter(
    (entry) => isAbout(entry, subjects) && terms.every((term) => FILTERS[term]?.(entry) ?? true),
  );
  const order = terms.map((term) => ORDERS[term]).find((known) => known !== undefined);
  if (!order) return byWeight(kept, weights, key);
  return (subjects.length > 0 ? kept : withoutNeglected(kept, weights)).toSorted(order);
}

function isAbout({ category, tags }: BookSummary, subjects: readonly string[]): boolean {
  return subjects.length === 0 || subjects.some((subject) => subject === category || tags.includes(subject.slice(1)));
}

/** Without the categories that the brand hardly cares for. */
function withoutNeglected(entries: readonly BookSummary[], weights: CategoryWeights): readonly BookSummary[] {
  const least = Math.max(...weights.values(), 0) / 4;
  return entries.filter(({ category }) => (weights.get(category) ?? 1) >= least);
}

function byWeight(entries: readonly BookSummary[], weights: CategoryWeights, key: string): BookSummary[] {
  const scored = entries.map((entry) => {
    const variation = 0.5 + fractionOf(`${key}/${entry.key}`);
    return { entry, score: (weights.get(entry.category) ?? 1) * (entry.hot + 1500) * variation };
  });
  return scored.sort((one, other) => other.score - one.score).map(({ entry }) => entry);
}
