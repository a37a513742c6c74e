import { afterEach, expect, it } from 'vitest';
import { createPush } from '#src/api/push/index.ts';
import type { Database } from '#src/api/store/database.ts';
import { type EmptyStore, openEmptyStore } from '../../../helpers/empty-store.ts';
import { recordingLog } from '../../../helpers/recording-log.ts';

let open: EmptyStore;
afterEach(() => open.close());

it('only one process at a time checks for new chapters', async () => {
  open = await openEmptyStore();
  let isElsewhere = true;
  const queries: string[] = [];
  let reads = 0;
  // Like PostgreSQL, this database skips the work while another process holds the lock.
  const visitors: Database = {
    ...open.store.visitors,
    all: (...query) => {
      reads += 1;
      return open.store.visitors.all(...query);
    },
    async runExclusively(name, work) {
      queries.push(name);
      if (!isElsewhere) await work();
    },
  };
  const brands = new Map([['ash', { keys: { private: 'k' }, contact: 'mailto:help@ash.test' } as never]]);
  const { log, lines } = recordingLog();
  const push = createPush({ brands }, { store: { ...open.store, visitors }, log, now: () => new Date() });
  await push.checkNow();
  expect(reads).toBe(0);
  isElsewhere = false;
  await push.checkNow();
  expect(reads).toBeGreaterThan(0);
  expect(queries).toEqual(['notifications', 'notifications']);
  expect(lines).toEqual([]);
  await push.close();
});
