import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bundle } from '#src/publish/bundle/index.ts';
import type { RebuildOptions } from '#src/publish/rebuild/index.ts';
import { plainBundle, plainRenderers } from '../../../helpers/plain-renderer.ts';
import { type SmallApi, startSmallApi } from '../../../helpers/small-api.ts';
import { livePage, type SmallRebuild, smallRebuild } from '../../../helpers/small-rebuild.ts';

let api: SmallApi;
let site: SmallRebuild;
beforeAll(async () => {
  api = await startSmallApi(60);
  site = await smallRebuild(api.origin);
});
afterAll(async () => {
  await site?.close();
  await api?.close();
});

/** A version of the code: the keys and the closing words, for tag pages and for all other pages. */
interface Version {
  readonly id: string;
  readonly tags: string;
  readonly others: string;
}

const bundleOf = ({ id, tags, others }: Version): Bundle => ({
  ...plainBundle(id),
  pageKeys: [
    { route: '/tags/[...rest]', pattern: '^\\/tags(?:\\/|$)', key: tags },
    { route: '/[...rest]', pattern: '^\\/', key: others },
  ],
});

function run(version: Version, options?: RebuildOptions) {
  const words = ({ path }: { path: string }) => (path.startsWith('/tags') ? version.tags : version.others);
  const renderers = plainRenderers((html, input) => html.replace('</h1>', ` ${words(input)}</h1>`));
  return site.run(options, { bundle: async () => bundleOf(version), renderers: async () => renderers });
}

const liveInfo = () => JSON.parse(readFileSync(join(site.folder, 'current/release.json'), 'utf8'));

const FIRST: Version = { id: 'bundle-1', tags: 'one', others: 'one' };
const OTHER_TAGS: Version = { id: 'bundle-2', tags: 'two', others: 'one' };
const SAME_PAGES: Version = { ...OTHER_TAGS, id: 'bundle-3' };
const ALL: Version = { id: 'bundle-4', tags: 'two', others: 'four' };

describe('a rebuild with a new version of the code', () => {
  it('renders only the pages whose code changed, with the same result as a full rebuild', async () => {
    const { pages } = await run(FIRST);
    const changed = await run(OTHER_TAGS);
    expect(changed.status).toBe('published');
    expect(changed.pages.rendered).toBeGreaterThan(2);
    expect(changed.pages.kept).toBe(pages.total - changed.pages.rendered);
    expect(livePage(site.folder, 'tags.html')).toContain('two</h1>');
    expect(livePage(site.folder, 'genres.html')).toContain('one</h1>');
    expect(await run(OTHER_TAGS, { mode: 'night', full: true })).toMatchObject({ status: 'unchanged' });
  });

  it('publishes its own browser files and policy even if it renders no page', async () => {
    expect(await run(SAME_PAGES)).toMatchObject({ status: 'published', pages: { rendered: 0 } });
    expect(liveInfo().bundle.id).toBe('bundle-3');
    expect(await run(SAME_PAGES)).toMatchObject({ status: 'unchanged' });
  });

  it('rejects corrections until all pages have the same version', async () => {
    await expect(run(ALL, { mode: 'correction', pages: ['/tags/**'] })).rejects.toThrow(/the site's code changed/);
  });

  it('renders all pages once if the live release does not record the code of its pages', async () => {
    const file = join(realpathSync(join(site.folder, 'current')), 'release.json');
    const { code: _code, ...bundle } = liveInfo().bundle;
    writeFileSync(file, JSON.stringify({ ...liveInfo(), bundle }));
    const { pages } = await run({ ...SAME_PAGES, id: 'bundle-5' });
    expect(pages.rendered).toBe(pages.total);
  });
});
