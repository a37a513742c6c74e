import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApi, createWriter, openStore, type Store } from '#src/api/index.ts';
import { PRERENDERED_VIEWS } from '#src/features/views.ts';
import { silentLog } from '#src/lib/log.ts';
import { createRebuild, type RebuildConfig } from '#src/publish/rebuild/index.ts';
import { openLive } from '#src/publish/release/index.ts';
import { runContent } from '../../../../src/commands/content/content.ts';
import type { ContentSwitches } from '../../../../src/commands/content/content-options.ts';
import { pagesChangedBy } from '../../../../src/commands/content/content-preview.ts';
import { plainBundle, plainRenderers } from '../../../helpers/plain-renderer.ts';
import { PREFIX, type SmallApi, startSmallApi } from '../../../helpers/small-api.ts';
import { liveFiles, livePage, type SmallRebuild, smallRebuild } from '../../../helpers/small-rebuild.ts';

let api: SmallApi;
let site: SmallRebuild;

beforeAll(async () => {
  api = await startSmallApi(60);
  site = await smallRebuild(api.origin);
  symlinkSync(api.folder, join(site.state, 'api'));
  await run();
});
afterAll(async () => {
  await site.close();
  await api.close();
});

/** Runs like the commands do. With this id, the upstream counts as the same one even if its port changes. */
const run = () => site.run({ mode: 'night' }, { upstreamId: 'embedded' });

const previewOptions = () => ({
  state: site.state,
  store: undefined,
  brands: [site.brand],
  async startApi(state: string) {
    const store = await openStore(join(state, 'api'));
    const prefixes = [{ prefix: PREFIX, brand: 'freenovel' }];
    const started = createApi({ store, prefixes, media: store.media, log: silentLog });
    const close = () => started.close().then(() => store.close());
    return { origin: await started.listen(0), close };
  },
  rebuild: (state: string, upstream: string) => createRebuild({ ...base(), state, upstream }),
});

const base = (): Omit<RebuildConfig, 'state' | 'upstream'> => ({
  modules: join(import.meta.dirname, '../../../../node_modules'),
  upstreamId: 'embedded',
  brands: [site.brand],
  views: PRERENDERED_VIEWS,
  log: silentLog,
  bundle: async () => plainBundle(),
  renderers: async () => plainRenderers(),
});

const remove = (key: string) => async (store: Store) => {
  const writer = createWriter(store);
  await writer.transaction(() => writer.removeBook(key));
};

/** Hash and date of every page of the live release, by path. */
function livePages(): Record<string, string> {
  const live = openLive(site.folder);
  const pages = [...(live?.pages() ?? [])].map(({ path, hash, modified }) => [path, `${hash} ${modified}`] as const);
  live?.close();
  return Object.fromEntries(pages);
}

const TITLE = 'Atlas 6';
const files = () => Object.keys(liveFiles(site.folder)).filter((name) => /\.(html|xml|json)$/.test(name));
const pagesNaming = (text: string) =>
  files().filter((name) => livePage(site.folder, name.replace(/^site\//, ''))?.includes(text));

describe('the preview of a content change', () => {
  it('uses a copy of the store, and lists the pages that the next rebuild publishes', async () => {
    const [before, names] = [livePages(), readdirSync(site.state).sort()];
    const [pages, ...others] = await pagesChangedBy(previewOptions(), remove('book-6'));
    expect(others).toEqual([]);
    expect(pages?.changed).toContain('/hotnovels/A/1');
    expect(pages?.changed).toContain('/');
    expect([livePages(), readdirSync(site.state).sort()]).toEqual([before, names]);
    expect((await fetch(`${api.origin}${PREFIX}/v1/book.show?section=7&book_id=7`)).status).toBe(200);
    expect(pagesNaming(TITLE).length).toBeGreaterThan(5);

    await api.write((writer) => writer.removeBook('book-6'));
    expect((await run()).status).toBe('published');
    const after = livePages();
    const published = Object.keys(after).filter((path) => before[path] !== undefined && after[path] !== before[path]);
    expect(pages?.changed).toEqual(published.sort());
    expect(pages?.added).toEqual(Object.keys(after).filter((path) => !(path in before)));
    expect(pages?.removed).toEqual(Object.keys(before).filter((path) => !(path in after)));
    expect(pagesNaming(TITLE)).toEqual([]);
    expect(pagesNaming('Atlas 16').length).toBeGreaterThan(5);
  });
});

describe('npm run content', () => {
  /** Runs the command in this process. @returns its output */
  async function content(action: string, argument?: string, switches: Partial<ContentSwitches> = {}) {
    vi.stubEnv('LECTERN_STATE', site.state);
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      const all = { 'dry-run': false, limit: '50', json: false, ...switches };
      expect(await runContent([action, ...(argument === undefined ? [] : [argument])], all)).toBe(0);
      return String(write.mock.calls[0]?.[0]);
    } finally {
      write.mockRestore();
      vi.unstubAllEnvs();
    }
  }
  const json = { json: true };

  it('lists, edits and deletes books, and prints each change', async () => {
    const [match] = JSON.parse(await content('list', 'ember 4', json));
    expect(match).toMatchObject({ key: 'book-4', title: 'Ember 4' });
    const id = String(match.id);
    const edited = await content('edit', id, { title: 'Cinder', tags: 'tag 1, tag 3', ...json });
    expect(JSON.parse(edited)).toEqual({ action: 'edit', book: { id: match.id, title: 'Ember 4' }, changed: true });
    const shown = await content('show', id);
    expect(shown).toMatch(/^title +Cinder$/m);
    expect(shown).toMatch(/^tags +tag 1, tag 3$/m);
    expect(shown).toMatch(/^shelves +For you$/m);
    expect(await content('delete', id)).toContain('Deleted book');
    const log = JSON.parse(await content('log', id, json));
    const done = log.map(({ act, command, before }: Record<string, unknown>) => ({ act, command, before }));
    expect(done).toMatchObject([
      { act: 'delete', command: 'content', before: { title: 'Cinder' } },
      { act: 'change', command: 'content', before: { title: 'Ember 4' } },
      { act: 'add', command: 'api', before: null },
    ]);
    expect(await content('log', id, { limit: '1' })).toMatch(/\(content\) {2}delete book \d+ "Cinder"\n$/);
  });

  it('hides, schedules and publishes a book and a chapter', async () => {
    const [book] = JSON.parse(await content('list', 'Atlas 16', json));
    const id = String(book.id);
    const [first] = JSON.parse(await content('show', id, json)).chapter_list;
    expect(await content('unpublish', id, { chapter: String(first.id) })).toContain('Hid book');
    expect(await content('unpublish', id)).toContain(`Hid book ${id} "Atlas 16"`);
    expect(await content('list', 'Atlas 16')).toMatch(/chapters\), draft$/m);
    await content('schedule', id, { at: '2099-01-01T01:00:00+01:00' });
    const shown = await content('show', id);
    expect(shown).toMatch(/^publish_at +2099-01-01T00:00:00Z$/m);
    expect(shown).toContain(`${first.id}  1. ${first.title} (1 word), draft\n`);
    const published = JSON.parse(await content('publish', id, json));
    expect(published).toEqual({ action: 'publish', book: { id: book.id, title: 'Atlas 16' }, changed: true });
    expect(await content('publish', id)).toContain('Nothing to change');
    await content('publish', id, { chapter: String(first.id) });
    const list = JSON.parse(await content('show', id, json)).chapter_list;
    expect(list.map(({ state }: { state: string }) => state)).not.toContain('draft');
  });

  it.each([
    ['an unknown action', ['paint', '3'], {}, /Unknown action "paint"/],
    ['an unknown book', ['show', '9999'], {}, /Book 9999 does not exist/],
    ['an invalid id', ['show', 'x'], {}, /The id of the book is "x"/],
    ['an edit without fields', ['edit', '9'], {}, /No field given/],
    ['fields with a different action', ['delete', '9'], { title: 'X' }, /edit only/],
    ['an unknown brand', ['edit', '9'], { brands: 'nobody' }, /no brand "nobody"/],
    ['a title that a response cannot contain', ['edit', '9'], { title: '' }, /cannot be stored/],
    ['a rating that is not a number', ['edit', '9'], { rating: 'good' }, /--rating is "good"/],
    ['a time without a time zone', ['schedule', '9'], { at: '2099-01-01T00:00:00' }, /--at is "2099-01-01T00:00:00"/],
    ['a time in the past', ['schedule', '9'], { at: '2020-01-01T00:00:00Z' }, /which is in the past/],
    ['a time with a different action', ['publish', '9'], { at: '2099-01-01T00:00:00Z' }, /schedule only/],
    ['a chapter that the book does not have', ['publish', '9'], { chapter: '1' }, /has no chapter 1/],
    ['a chapter with a different action', ['delete', '9'], { chapter: '1' }, /--chapter applies to/],
    ['an unknown status', ['edit', '9'], { status: 'done' }, /--status is "done"/],
  ])('rejects %s as incorrect usage', async (_name, [action = '', id], switches, message) => {
    const refusal = expect.objectContaining({ exitCode: 2, message: expect.stringMatching(message) });
    await expect(content(action, id, switches)).rejects.toThrow(refusal);
  });
});
