import type { NewBook } from '../../store/records.ts';
import { SEED_KEY } from '../book.ts';
import { type Block, blocksOf, listOf, readData } from '../data.ts';
import { fractionOf } from '../random.ts';
import type { CategoryWeights } from './selection.ts';

/** A brand with a profile of its own, by `data/english/brands.txt`. */
export interface BrandProfile {
  readonly id: string;
  readonly weights: CategoryWeights;
  /** Whether it has the categories too that it hardly cares for: its block says `books: all`. */
  readonly hasAll: boolean;
}

/** The brand for development has every book (`catalogue` of the brand), and owns the pages of none. */
export const WHOLE = 'local';
/** Weight of a category that a brand hardly cares for. */
const NEGLECTED = 1;

/** A brand's block begins with its weights: `fingeread | Romance 6, Comedy 3`. */
export function profileOf({ head, lines }: Block): BrandProfile {
  const [id = '', texts = ''] = listOf(head, '|');
  const weights = listOf(texts, ',').map(
    (text) => [text.replace(/ \d+$/, ''), Number(/\d+$/.exec(text)?.[0])] as const,
  );
  return { id, weights: new Map(weights), hasAll: lines.includes('books: all') };
}

export const brandProfiles = (): BrandProfile[] =>
  blocksOf(readData('english/brands.txt'), '#')
    .map(profileOf)
    .filter(({ id }) => id !== WHOLE);

/** Whether a brand has a book: one of a category that it cares for, or an original novel, which every brand has. */
export const offers = (
  { weights, hasAll }: BrandProfile,
  { key, category }: Pick<NewBook, 'key' | 'category'>,
): boolean => hasAll || key.startsWith(`${SEED_KEY}novel:`) || (weights.get(category) ?? NEGLECTED) > NEGLECTED;

/**
 * Ids of the brands that have a book. The first one owns its pages: the brand whose category it is more than that of others,
 * a little differently for every book.
 */
export function brandsOf(profiles: readonly BrandProfile[], book: Pick<NewBook, 'key' | 'category'>): string[] {
  const scored = profiles
    .filter((profile) => offers(profile, book))
    .map(({ id, weights }) => ({ id, score: shareOf(weights, book.category) * fractionOf(`${id}/${book.key}`) }));
  return scored.sort((one, other) => other.score - one.score).map(({ id }) => id);
}

/** Part that a category has of all that a brand cares for. */
function shareOf(weights: CategoryWeights, category: string): number {
  const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  return (weights.get(category) ?? NEGLECTED) / all;
}
