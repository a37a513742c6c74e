import type { NewBook } from '../../store/records.ts';
import { SEED_KEY } from '../book.ts';
import { type Block, blocksOf, listOf, readData } from '../data.ts';
import { fractionOf } from '../random.ts';
import type { CategoryWeights } from './selection.ts';

/** The profile of a brand, from `data/english/brands.txt`. */
export interface BrandProfile {
  readonly id: string;
  readonly weights: CategoryWeights;
  /** Whether the brand also offers its minor categories (`books: all` in its block). */
  readonly hasAll: boolean;
}

/** The development brand. It offers every book (`catalogue` of the brand) but is not the original publisher of any. */
export const DEVELOPMENT_BRAND = 'local';
/** Weight of a minor category. */
const MINOR_WEIGHT = 1;

/** Parses the block of a brand. It starts with its weights: `fingeread | Romance 6, Comedy 3`. */
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
    .filter(({ id }) => id !== DEVELOPMENT_BRAND);

/** Whether a brand offers a book. It offers its major categories and the original novels. */
export const offers = (
  { weights, hasAll }: BrandProfile,
  { key, category }: Pick<NewBook, 'key' | 'category'>,
): boolean => hasAll || key.startsWith(`${SEED_KEY}novel:`) || (weights.get(category) ?? MINOR_WEIGHT) > MINOR_WEIGHT;

/**
 * Returns the ids of the brands that offer a book. The first one is its original publisher: the brand with the largest
 * share in the category, with some variation per book.
 */
export function brandsOf(profiles: readonly BrandProfile[], book: Pick<NewBook, 'key' | 'category'>): string[] {
  const scored = profiles
    .filter((profile) => offers(profile, book))
    .map(({ id, weights }) => ({ id, score: shareOf(weights, book.category) * fractionOf(`${id}/${book.key}`) }));
  return scored.sort((one, other) => other.score - one.score).map(({ id }) => id);
}

/** Returns the share of a category in the weights of a brand. */
function shareOf(weights: CategoryWeights, category: string): number {
  const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  return (weights.get(category) ?? MINOR_WEIGHT) / all;
}
