import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openStore, type Store } from '#src/api/index.ts';
import { SEED_KEY } from '#src/api/seed/index.ts';
import { sql } from '#src/api/store/sql.ts';
import { invitations } from '#src/api/store/visitors/invitations.ts';
import { staff } from '#src/api/store/visitors/staff.ts';
import { type Brand, readBrands } from '#src/brand/registry.ts';
import type { Config } from '#src/config/config.ts';

/** What a site consists of so far. */
export interface SiteState {
  /** The site's own brands; empty if there are only demo brands. */
  readonly brands: readonly Brand[];
  readonly demoBooks: number;
  readonly ownBooks: number;
  readonly visitors: number;
  readonly staff: readonly { readonly email: string; readonly role: string }[];
  /** Addresses with an open invitation. */
  readonly invited: readonly string[];
}

/** Reads what a site consists of. Does not create a store. */
export async function siteState(config: Config): Promise<SiteState> {
  const brands = config.isOwnSite ? (await readBrands(config)).served : [];
  if (!hasStore(config)) return { brands, demoBooks: 0, ownBooks: 0, visitors: 0, staff: [], invited: [] };
  const store = await openSiteStore(config);
  try {
    return { brands, ...(await contentOf(store)) };
  } finally {
    await store.close();
  }
}

const hasStore = ({ state, store }: Config) => store !== undefined || existsSync(join(state, 'api', 'catalogue.db'));

export const openSiteStore = ({ state, store }: Config): Promise<Store> => openStore(join(state, 'api'), store);

async function contentOf({ catalogue, visitors }: Store): Promise<Omit<SiteState, 'brands'>> {
  const { books } = await catalogue.one<{ books: number }>(sql`SELECT count(*) AS books FROM books`);
  const { demo } = await catalogue.one<{ demo: number }>(
    sql`SELECT count(*) AS demo FROM books WHERE substr(key, 1, ${SEED_KEY.length}) = ${SEED_KEY}`,
  );
  const { users } = await visitors.one<{ users: number }>(sql`SELECT count(*) AS users FROM users`);
  return {
    demoBooks: demo,
    ownBooks: books - demo,
    visitors: users,
    staff: (await staff(visitors)).map(({ email, role }) => ({ email, role })),
    invited: (await invitations(visitors)).map(({ email }) => email),
  };
}
