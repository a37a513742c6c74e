import { join } from 'node:path';
import { openRelease, otherReleases, type Release } from '#src/release/index.ts';
import type { FileStore, RuntimeFiles } from './file-store.ts';
import type { Content } from './representation.ts';
import { DamagedFileError } from './sound-files.ts';

/** Content of an older release, which is sent while that of the live one is damaged. */
export interface EarlierContent {
  readonly content: Content;
  /** Policy of its pages. */
  readonly csp: string;
}

const ignore = () => {};

/** The page as the newest other release has it undamaged. */
export const earlierPage = (files: FileStore, live: Release, path: string): Promise<EarlierContent | undefined> =>
  findEarlier(live, (release) => {
    const page = release.page(path);
    return page && files.page(release, page, ignore);
  });

/** The browser file as the newest other release has it undamaged. */
export const earlierAsset = (files: FileStore, live: Release, path: string): Promise<EarlierContent | undefined> =>
  findEarlier(live, (release) => (release.hasAsset(path) ? files.asset(release, path, NO_FILES, ignore) : undefined));

/** Content that is replaced by earlier one where its file is damaged, for pages whose ETag is of no use. */
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
    const found = await inRelease(folder, find).catch(ignore);
    if (found) return found;
  }
  return undefined;
}

/** @throws Error where the release, or its file, is damaged too */
async function inRelease(folder: string, find: Find): Promise<EarlierContent | undefined> {
  const release = openRelease(folder);
  try {
    const content = await find(release);
    // Reading it shows whether it is sound.
    await content?.bytes('identity');
    return content && { content, csp: release.info.bundle.csp };
  } finally {
    release.close();
  }
}
