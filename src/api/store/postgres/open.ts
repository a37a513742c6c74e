import type { Database } from '../database.ts';
import { openPostgres } from './database.ts';
import { FIRST_CATALOGUE_VERSION, POSTGRES_CATALOGUE } from './schema-catalogue.ts';
import { FIRST_VISITORS_VERSION, POSTGRES_VISITORS } from './schema-visitors.ts';

const CATALOGUE = {
  name: 'catalogue',
  schema: POSTGRES_CATALOGUE,
  first: FIRST_CATALOGUE_VERSION,
  // Transactions must not be retried, because a writer's work, such as an import, is not repeatable.
  transactions: 'one',
} as const;
const VISITORS = {
  name: 'visitors',
  schema: POSTGRES_VISITORS,
  first: FIRST_VISITORS_VERSION,
  transactions: 'serializable',
} as const;

export async function openPostgresStore(
  address: string,
): Promise<Record<'catalogue' | 'visitors' | 'counts', Database>> {
  const catalogue = await openPostgres({ address, ...CATALOGUE });
  const visitors = await openPostgres({ address, ...VISITORS });
  const counts = await openPostgres({ address, ...VISITORS, mayBeLost: true });
  return { catalogue, visitors, counts };
}
