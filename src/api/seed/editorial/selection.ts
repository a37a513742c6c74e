import { listOf } from '../data.ts';
import { daysBefore } from '../dates.ts';
import { fractionOf } from '../random.ts';
import type { BookSummary } from './book-summary.ts';

/** Weight of each category for a brand, at least 1. */
export type CategoryWeights = ReadonlyMap<string, number>;

type Order = (one: BookSummary, other: BookSummary) => number;

const ORDERS: Readonly<Record<string, Order>> = {
  new: (one, other) => other.publishedAt.localeCompare(one.publishedAt),
  rated: (one, other) => (other.rating ?? 0) - (one.rating ?? 0),
  fresh: (one, other) => other.updatedAt.localeCompare(one.updatedAt),
  long: (one, other) => other.words - one.words,
};
/** Maximum number of words of a short book. */
const MAX_SHORT_WORDS = 5_000;

const RECENT = daysBefore(75);

const FILTERS: Readonly<Record<string, (entry: BookSummary) => boolean>> = {
  finished: ({ status }) => status === 'finished',
  updating: ({ status }) => status === 'updating',
  short: ({ words }) => words <= MAX_SHORT_WORDS,
  recent: ({ publishedAt }) => publishedAt > RECENT,
  rated: ({ rating }) => (rating ?? 0) >= 4,
};

/**
 * Chooses books by a query such as `Mystery, #cold case, finished, new`: categories and `#tags` add books, other words
 * filter or order them. The default order depends on the weights of the brand, with some variation per `key`.
 */
export function choose(
  entries: readonly BookSummary[],
  query: string,
  weights: CategoryWeights,
  key: string,
): BookSummary[] {
  const terms = listOf(query, ',').filter((term) => term !== '');
  const subjects = terms.filter((term) => !(term in FILTERS) && !(term in ORDERS) && term !== 'hot');
  const matching = entries.filter(
    (entry) => isAbout(entry, subjects) && terms.every((term) => FILTERS[term]?.(entry) ?? true),
  );
  const order = terms.map((term) => ORDERS[term]).find((candidate) => candidate !== undefined);
  if (!order) return byWeight(matching, weights, key);
  return (subjects.length > 0 ? matching : withoutMinorCategories(matching, weights)).toSorted(order);
}

function isAbout({ category, tags }: BookSummary, subjects: readonly string[]): boolean {
  return subjects.length === 0 || subjects.some((subject) => subject === category || tags.includes(subject.slice(1)));
}

/** Removes books of minor categories of the brand. */
function withoutMinorCategories(entries: readonly BookSummary[], weights: CategoryWeights): readonly BookSummary[] {
  const minWeight = Math.max(...weights.values(), 0) / 4;
  return entries.filter(({ category }) => (weights.get(category) ?? 1) >= minWeight);
}

function byWeight(entries: readonly BookSummary[], weights: CategoryWeights, key: string): BookSummary[] {
  const scored = entries.map((entry) => {
    const variation = 0.5 + fractionOf(`${key}/${entry.key}`);
    return { entry, score: (weights.get(entry.category) ?? 1) * (entry.hot + 1500) * variation };
  });
  return scored.sort((one, other) => other.score - one.score).map(({ entry }) => entry);
}
