import { resolve } from 'node:path';
import type { FoundBooks } from '#src/admin/contract/first-screen.ts';
import type { Config } from '#src/config/config.ts';
import { ConfigError } from '#src/lib/errors.ts';
import type { SetupAnswers } from './answers.ts';
import { needsEmptyStore, type SitePlan } from './create-site.ts';
import { readBooks } from './read-books.ts';
import { draftBrand } from './site-draft.ts';
import { openSiteStore, type SiteState } from './site-state.ts';

/** Whether the brands of the installation are in a folder of their own, to which setup adds none. */
export const hasForeignBrands = ({ isOwnSite, brands }: Config): boolean => !isOwnSite && brands !== resolve('brands');

export const adminOrigin = ({ admin }: Config): string => admin.origin ?? `http://localhost:${admin.port}`;

/**
 * Reads books without creating a store. A store with demo books is not searched for books that resemble them.
 * @param onBook called after each book
 */
export async function foundIn(
  config: Config,
  { demoBooks, ownBooks }: SiteState,
  { books = '', as }: Pick<SetupAnswers, 'books' | 'as'>,
  onBook?: () => void,
): Promise<FoundBooks> {
  const store = ownBooks > 0 && demoBooks === 0 ? await openSiteStore(config) : undefined;
  try {
    return await readBooks(books, as, store, onBook);
  } finally {
    await store?.close();
  }
}

interface PlanInput {
  readonly answers: SetupAnswers;
  readonly password: string | undefined;
}

/**
 * Decides what setup has to create.
 * @param fresh whether a store with demo books is moved aside even if it contains imported books or staff accounts
 * @throws ConfigError if answers are missing or invalid, or the store cannot be moved aside
 */
export async function planOf(
  config: Config,
  state: SiteState,
  { fresh }: { readonly fresh: boolean },
  { answers, password }: PlanInput,
): Promise<SitePlan> {
  const movesStore = state.brands.length === 0 && needsEmptyStore(state);
  if (movesStore && config.store !== undefined)
    throw new ConfigError('The database of LECTERN_STORE contains demo books. Use an empty database.');
  if (movesStore && !fresh && (state.ownBooks > 0 || state.staff.length > 0))
    throw new ConfigError(
      `The store has demo books, but also ${state.ownBooks} imported books and ${state.staff.length} staff accounts. Add --fresh to move all of it aside and begin with an empty store. Nothing was changed.`,
    );
  const brand = state.brands.length > 0 ? undefined : await draftBrand(answers, config.state);
  const hasAccount = !movesStore && (state.staff.length > 0 || state.invited.length > 0);
  return { answers: hasAccount ? { ...answers, email: '' } : answers, password, brand, movesStore };
}
