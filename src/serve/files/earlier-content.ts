import { join } from 'node:path';
import { openRelease, otherReleases, type Release } from '#src/publish/release/index.ts';
import type { Content } from '../http/representation.ts';
import type { FileStore, RuntimeFiles } from './file-store.ts';
import { DamagedFileError } from './verified-files.ts';

/** Content from an older release, sent while the live release's content is damaged. */
export interface EarlierContent {
  readonly content: Content;
  /** Content security policy of the older release's pages. */
  readonly csp: string;
}

const ignore = () => {};

/** Finds the newest undamaged copy of a page in other releases. */
export const earlierPage = (files: FileStore, live: Release, path: string): Promise<EarlierContent | undefined> =>
  findEarlier(live, (release) => {
    const page = release.page(path);
    return page && files.page(release, page, ignore);
  });

/** Finds the newest undamaged copy of a browser file in other releases. */
export const earlierAsset = (files: FileStore, live: Release, path: string): Promise<EarlierContent | undefined> =>
  findEarlier(live, (release) => (release.hasAsset(path) ? files.asset(release, path, NO_FILES, ignore) : undefined));

/**
 * Returns content that falls back to the bytes of an earlier release if its own file is damaged. Its ETag does not
 * change.
 */
export const orEarlier = (content: Content, find: () => Promise<EarlierContent | undefined>): Content => ({
  ...content,
  async bytes(encoding) {
    try {
      return await content.bytes(encoding);
    } catch (error) {
      const earlier = error instanceof DamagedFileError ? await find() : undefined;
      if (!earlier) throw error;
      return earlier.content.bytes(encoding);
    }
  },
});

const NO_FILES: RuntimeFiles = { has: () => false, read: async () => undefined };

type Find = (release: Release) => Content | undefined | Promise<Content | undefined>;

async function findEarlier(live: Release, find: Find): Promise<EarlierContent | undefined> {
  for (const folder of otherReleases(join(live.folder, '../..'), live.id)) {
    const earlier = await inRelease(folder, find).catch(ignore);
    if (earlier) return earlier;
  }
  return undefined;
}

/** @throws Error if the release, or its copy of the file, is damaged too */
async function inRelease(folder: string, find: Find): Promise<EarlierContent | undefined> {
  const release = openRelease(folder);
  try {
    const content = await find(release);
    // Reading the content also compares it with its hash.
    await content?.bytes('identity');
    return content && { content, csp: release.info.bundle.csp };
  } finally {
    release.close();
  }
}
