import type { Store } from '../open.ts';
import { purgeExpired } from './bin.ts';
import { dropUnusedBrandPictures } from './brand-pictures.ts';
import { byClock } from './clock.ts';
import { dropOldRevisions } from './revisions.ts';

/**
 * Deletes old revisions, deleted records that can no longer be restored, and pictures of brands that nothing refers to.
 * Does nothing while another process writes.
 */
export const cleanUp = (store: Store, now: Date): Promise<void> =>
  byClock(store, now, async (transaction) => {
    await dropOldRevisions(transaction);
    await purgeExpired(transaction);
    await dropUnusedBrandPictures(transaction);
  });
