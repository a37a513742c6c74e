import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReleaseWriter, diffReleases } from '#src/publish/release/index.ts';
import { addPage } from '../../../helpers/release-pages.ts';

/** Pages and versioned files with their content. */
interface Content {
  readonly pages: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-diff-'));
  await write('1', {
    pages: { '/': 'home', '/tags': 'tags', '/genres': 'genres' },
    files: { '/robots.txt': 'a', '/sitemap.xml': 'a', '/old.xml': 'a' },
  });
  await write('2', {
    pages: { '/': 'home', '/tags': 'other tags', '/history': 'history' },
    files: { '/robots.txt': 'a', '/sitemap.xml': 'b', '/new.xml': 'a' },
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function write(id: string, { pages, files }: Content): Promise<void> {
  const bundle = { id: 'b', csp: '' };
  const writer = createReleaseWriter({
    releases: join(folder, 'releases'),
    id,
    brand: 'a',
    brandFingerprint: 'a',
    bundle,
    created: new Date(),
    previous: undefined,
    keepsPages: false,
  });
  for (const [path, html] of Object.entries(pages))
    addPage(writer, { path, html: Buffer.from(html), inputs: '', version: '' });
  for (const [url, version] of Object.entries(files))
    await writer.addVersionedAsset({ url, version, content: async () => Buffer.from(version) });
  writer.seal();
  await writer.finish();
}

describe('diffReleases', () => {
  it('lists added, changed and removed pages and files', () => {
    expect(diffReleases(folder, '1', '2')).toEqual({
      added: ['/history'],
      changed: ['/tags'],
      removed: ['/genres'],
      assets: { added: ['/new.xml'], changed: ['/sitemap.xml'], removed: ['/old.xml'] },
    });
  });

  it('is empty if both releases are the same', () => {
    const none = { added: [], changed: [], removed: [] };
    expect(diffReleases(folder, '2', '2')).toEqual({ ...none, assets: none });
  });

  it.each(['3', '../2', '2/', ''])('refuses %j, which is not the name of a release', (id) => {
    expect(() => diffReleases(folder, '1', id)).toThrow(`There is no release ${id}. See`);
  });
});
