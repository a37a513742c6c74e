import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { CreateLimiter } from './rate-limits.ts';

/** Limits shared by all processes of a store in PostgreSQL. */
export interface SharedLimits {
  readonly createLimiter: CreateLimiter;
  close(): Promise<void>;
}

const CONNECTIONS = 4;

/** Opens the limits. @param address URL of a store that has been opened before, so that the table exists */
export async function openSharedLimits(address: string): Promise<SharedLimits> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({ connectionString: address, max: CONNECTIONS });
  // The pool removes a connection that breaks while idle, and the next use opens another.
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
