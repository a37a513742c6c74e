import { join } from 'node:path';
import type { TakedownEnd } from '#src/admin/contract/takedowns.ts';
import { openStore, storedTakedown } from '#src/api/index.ts';
import { readBrands } from '#src/brand/registry.ts';
import { getConfig } from '#src/config/config.ts';
import { ConfigError } from '#src/lib/errors.ts';
import { createLog } from '#src/lib/log.ts';
import { takeDown } from '../../content/takedown.ts';
import { withRebuild } from '../../nights/publish-now.ts';

/**
 * Removes a book that was taken down in the store from the live sites, older releases and media, as
 * `npm run content -- takedown` does.
 */
export async function takeDownJob(book: number): Promise<TakedownEnd> {
  const config = getConfig(process.env);
  const log = createLog();
  const store = await openStore(join(config.state, 'api'), config.store);
  try {
    const takedown = await storedTakedown(store.catalogue, book);
    if (!takedown) throw new ConfigError(`Book ${book} was not taken down.`);
    const { served: brands } = await readBrands(config);
    const { published, releases, media } = await withRebuild({ config, brands, log }, (rebuild) =>
      takeDown({ config, store, brands, rebuild, log }, takedown, takedown.reason),
    );
    const failed = published
      .filter(({ status }) => status === 'failed')
      .map(({ brand, exitCode, reason }) => ({ brand, reason: reason ?? `exit code ${exitCode}` }));
    return {
      failed,
      published: published.length - failed.length,
      releases: releases.length,
      media: media.length,
    };
  } finally {
    await store.close();
  }
}
