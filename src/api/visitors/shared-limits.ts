import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { CreateLimiter } from './rate-limits.ts';

/** Limits shared by all processes of a store in PostgreSQL. */
export interface SharedLimits {
  readonly createLimiter: CreateLimiter;
  close(): Promise<void>;
}

const CONNECTIONS = 4;

/** @param address of a store that has been opened before, so that its table exists */
export async function openSharedLimits(address: string): Promise<SharedLimits> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({ connectionString: address, max: CONNECTIONS });
  // A connection that breaks while idle is dropped; the next use opens another.
  pool.on('error', () => {});
  return {
    createLimiter: (options) =>
      new RateLimiterPostgres({
        ...options,
        storeClient: pool,
        storeType: 'pool',
        schemaName: 'visitors',
        tableName: 'limits',
        tableCreated: true,
      }),
    close: () => pool.end(),
  };
}
