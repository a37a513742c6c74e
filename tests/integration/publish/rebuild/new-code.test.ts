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

/**
 * A version of the code: the page keys and the text at the end of pages, each for tag pages and for all other pages.
 */
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
  it('renders only the pages whose code has changed, with the same result as a full rebuild', async () => {
    const { pages } = await run(FIRST);
    const changed = await run(OTHER_TAGS);
    expect(changed.status).toBe('published');
    expect(changed.pages.rendered).toBeGreaterThan(2);
    expect(changed.pages.kept).toBe(pages.total - changed.pages.rendered);
    expect(livePage(site.folder, 'tags.html')).toContain('two</h1>');
    expect(livePage(site.folder, 'genres.html')).toContain('one</h1>');
    expect(await run(OTHER_TAGS, { mode: 'night', full: true })).toMatchObject({ status: 'unchanged' });
  });

  it('publishes the browser files and content security policy of the new code even if no page needs to be rendered', async () => {
    expect(await run(SAME_PAGES)).toMatchObject({ status: 'published', pages: { rendered: 0 } });
    expect(liveInfo().bundle.id).toBe('bundle-3');
    expect(await run(SAME_PAGES)).toMatchObject({ status: 'unchanged' });
  });

  it('rejects corrections until all pages were rendered with the same version of the code', async () => {
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
